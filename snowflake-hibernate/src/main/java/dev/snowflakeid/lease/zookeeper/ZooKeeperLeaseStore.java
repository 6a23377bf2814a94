package dev.snowflakeid.lease.zookeeper;

import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotReset;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import dev.snowflakeid.lease.internal.Secrets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.utils.PathUtils;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * Worker leases in a ZooKeeper ensemble (servers from 3.6 on).
 *
 * <ol>
 *   <li>A slot is a persistent znode with the record as text. Its data version is the slot's
 *       version, and its only child is named by the token and the nonce of the last write. An
 *       ephemeral owner znode says that the slot is held, an ephemeral holder znode, which has the
 *       session id in its name, by whom. A lease lives as long as its session; the TTL is the
 *       session timeout that the server granted.
 *   <li>Every write of a slot is one multi-operation, in which the server checks all that concerns
 *       the slot: {@code setData} at the version seen, {@code delete} of the child with the token
 *       and nonce seen, {@code create} of the next one. Nonces do not repeat, so that version
 *       numbers which come back with a restored backup deceive nobody.
 *   <li>An acquisition also creates owner and holder znode, and so fails while there is an owner. A
 *       renewal also checks both. As the holder is named by the session that the request is sent
 *       in, a renewal fails in any other session than the one that holds the lease, even while the
 *       old one's znodes still exist; Curator replaces an expired session unasked. A revival
 *       creates both again, once the old ones are gone.
 *   <li>ZooKeeper writes the leader's time into each write, but compares none. So an acquisition
 *       and a revival first write the clock znode, and check the caller's reading against that
 *       modification time plus the time passed since. The high-water mark is limited likewise; a
 *       renewal uses the time of the write before, if that is less than a minute old.
 *   <li>The namespace record is compared right after that clock write, by version and value, and in
 *       the multi-operation by version. No value can change in between without its version: that
 *       takes a store which goes back, and ZooKeeper's servers turn away a session that has seen
 *       more than they have.
 *   <li>All reads follow a clock write in the same session. They see every write that was
 *       acknowledged before, and every earlier write of this session; a mere {@code sync} does not
 *       ask the quorum. The view is the record, then owners and slots, at 256 slots a request.
 *   <li>Each call uses one ZooKeeper handle, sends each request once, and ends within 3 s. A
 *       refused condition is an empty result; a lost connection, an expired session or no answer in
 *       time is an unknown outcome.
 * </ol>
 *
 * <p>The store has no generation. A session never sees the ensemble go back, but a client that
 * comes new to a restored one cannot tell: after a restore, quarantine the namespace before
 * processes start.
 */
public final class ZooKeeperLeaseStore implements LeaseStore {

  /** Where the znodes are unless another root is set. */
  public static final String DEFAULT_ROOT = "/snowflake";

  /** What is asked for unless set; servers grant at most 20 of their ticks, often 40 s. */
  public static final Duration DEFAULT_SESSION_TIMEOUT = Duration.ofSeconds(60);

  private static final Duration CALL_LIMIT = Duration.ofSeconds(3); // many calls within a session
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2); // what a shutdown can wait

  private final CuratorFramework client;
  private final boolean ownsClient;
  private final String root;
  private final List<ACL> acl;
  private final Handles handles;
  private final LeaderClock clock;
  private final Slots slots;
  private final Records records;

  /** A store below {@value #DEFAULT_ROOT}, open to every client of the ensemble. */
  public ZooKeeperLeaseStore(CuratorFramework client) {
    this(client, DEFAULT_ROOT);
  }

  /** A store below another root, open to every client of the ensemble. */
  public ZooKeeperLeaseStore(CuratorFramework client, String root) {
    this(client, root, ZooDefs.Ids.OPEN_ACL_UNSAFE);
  }

  /**
   * @param client a started client, which stays open; its namespace applies, its default ACL does
   *     not. The lease lives in its session
   * @param root absolute path below which the znodes are; created when missing
   * @param acl ACL of all znodes that the store creates
   * @throws IllegalArgumentException if the root is not an absolute path
   */
  public ZooKeeperLeaseStore(CuratorFramework client, String root, List<ACL> acl) {
    this(client, root, acl, false);
  }

  private ZooKeeperLeaseStore(
      CuratorFramework client, String root, List<ACL> acl, boolean ownsClient) {
    this.client = Objects.requireNonNull(client, "client");
    this.ownsClient = ownsClient;
    this.acl = List.copyOf(acl);
    this.root = inNamespace(client.getNamespace(), validated(root));
    this.handles = new Handles(client);
    this.clock = new LeaderClock(Paths.clock(this.root));
    this.slots = new Slots(this.root, this.acl, clock);
    this.records = new Records(this.root, this.acl, clock);
  }

  /**
   * Opens a store with a client of its own, which {@link #close()} closes.
   *
   * @param connectString hosts with ports, optionally with a chroot: {@code
   *     zk1:2181,zk2:2181,zk3:2181/app}
   * @param root absolute path below which the znodes are; created when missing
   * @param sessionTimeout session timeout to ask for; at least 1 ms. The server may grant less
   * @throws IllegalArgumentException if an argument is out of its range
   */
  public static ZooKeeperLeaseStore connect(
      String connectString, String root, Duration sessionTimeout) {
    require(!connectString.isBlank(), "hosts must not be blank", "connect", connectString);
    require(
        sessionTimeout.toMillis() >= 1 && sessionTimeout.toMillis() <= Integer.MAX_VALUE,
        "session timeout must be at least 1 ms and at most " + Integer.MAX_VALUE + " ms",
        "session-timeout",
        sessionTimeout);
    validated(root);
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString(connectString)
            .sessionTimeoutMs((int) sessionTimeout.toMillis())
            .connectionTimeoutMs((int) CALL_LIMIT.toMillis())
            .retryPolicy(new RetryOneTime(1)) // the store never retries through Curator
            .ensembleTracker(false) // the addresses are those that were given
            .build();
    client.start();
    return new ZooKeeperLeaseStore(client, root, ZooDefs.Ids.OPEN_ACL_UNSAFE, true);
  }

  @Override
  public LeaseView view(String namespace) {
    return call("read namespace " + namespace, session -> slots.view(session, namespace));
  }

  @Override
  public void initialize(String namespace, String value, int firstWorker, int lastWorker) {
    call(
        "create namespace " + namespace,
        session -> {
          new NamespaceCreation(root, acl, records)
              .run(session, namespace, value, firstWorker, lastWorker);
          return Boolean.TRUE;
        });
  }

  @Override
  public Optional<StoredSlot> acquire(SlotWrite write, Admission admission) {
    return call(
        "acquire " + worker(write.namespace(), write.seen().worker()),
        session -> slots.acquire(session, write, admission));
  }

  @Override
  public Optional<StoredSlot> renew(SlotWrite write, @Nullable Admission admission) {
    return call(
        "renew " + worker(write.namespace(), write.seen().worker()),
        session ->
            admission == null
                ? slots.renew(session, write)
                : slots.revive(session, write, admission));
  }

  @Override
  public boolean release(String namespace, Slot seen, String nonce, long releasedAt) {
    return call(
        "release " + worker(namespace, seen.worker()),
        session -> slots.release(session, namespace, seen, nonce, releasedAt));
  }

  @Override
  public Optional<StoredSlot> reset(String namespace, Slot seen, SlotReset reset) {
    return call(
        "reset " + worker(namespace, seen.worker()),
        session -> slots.reset(session, namespace, seen, reset));
  }

  @Override
  public void addSlots(String namespace, int firstWorker, int lastWorker) {
    call(
        "add workers to namespace " + namespace,
        session -> {
          new NamespaceCreation(root, acl, records)
              .addSlots(session, namespace, firstWorker, lastWorker);
          return Boolean.TRUE;
        });
  }

  @Override
  public Optional<StoredSlot> read(String namespace, int worker) {
    return call(
        "read " + worker(namespace, worker), session -> slots.read(session, namespace, worker));
  }

  @Override
  public Optional<NamedRecord> readRecord(String namespace, String name) {
    return call(
        "read record " + name + " of namespace " + namespace,
        session -> records.read(session, namespace, name));
  }

  @Override
  public Optional<NamedRecord> compareAndSet(
      String namespace,
      String name,
      @Nullable NamedRecord seen,
      String value,
      @Nullable String liveGeneration) {
    return call(
        "write record " + name + " of namespace " + namespace,
        session -> records.compareAndSet(session, namespace, name, seen, value));
  }

  /** Connect string and root. */
  @Override
  public String describe() {
    String hosts = client.getZookeeperClient().getCurrentConnectionString();
    return "ZooKeeper %s root %s".formatted(Secrets.hidden(hosts), root);
  }

  /**
   * Ends the client that {@link #connect} opened, and with it the session and its leases. Returns
   * after 2 s at the latest; a server that does not answer by then ends the session when its time
   * is over, while the client closes in the background.
   */
  @Override
  public void close() {
    if (!ownsClient) {
      return;
    }
    Thread closing = Handles.inThread(client::close, "snowflake-zookeeper-close");
    try {
      closing.join(CLOSE_LIMIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private <T> T call(String task, Work<T> work) {
    try {
      Session session = Session.of(handles, CALL_LIMIT);
      try {
        return work.in(session);
      } catch (KeeperException.NoNodeException e) {
        if (!clock.path().equals(e.getPath())) {
          throw e;
        }
        session.createFolders(Paths.withParents(clock.path()), acl);
        return work.in(session); // nothing is written before the clock was
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(task, e);
    } catch (Exception e) {
      throw failure(task, e);
    }
  }

  private LeaseStoreException failure(String task, Exception cause) {
    return cause instanceof LeaseStoreException known
        ? known
        : new LeaseStoreException("cannot %s in %s: %s".formatted(task, describe(), cause), cause);
  }

  private static String worker(String namespace, int worker) {
    return "worker " + worker + " of namespace " + namespace;
  }

  private static String inNamespace(@Nullable String curatorNamespace, String root) {
    return curatorNamespace == null || curatorNamespace.isEmpty()
        ? root
        : "/" + curatorNamespace + root;
  }

  private static String validated(String root) {
    try {
      PathUtils.validatePath(root);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "root must be an absolute path (%s): root=%s".formatted(e.getMessage(), root), e);
    }
    require(root.length() > 1, "root must not be / itself", "root", root);
    return root;
  }

  private static void require(boolean holds, String rule, String name, Object value) {
    if (!holds) {
      throw new IllegalArgumentException("%s: %s=%s".formatted(rule, name, value));
    }
  }

  @FunctionalInterface
  private interface Work<T> {
    T in(Session session) throws Exception;
  }
}
