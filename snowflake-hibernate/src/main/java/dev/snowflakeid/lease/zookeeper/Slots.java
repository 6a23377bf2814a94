package dev.snowflakeid.lease.zookeeper;

import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotReset;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import dev.snowflakeid.lease.internal.SlotText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/** The slots of all namespaces; {@link ZooKeeperLeaseStore} says how they are kept. */
final class Slots {

  private static final int SLOTS_PER_READ = 256; // an answer of some 64 kB of the usual 1 MB
  private static final byte[] EMPTY = {};

  private final String root;
  private final List<ACL> acl;
  private final LeaderClock clock;

  Slots(String root, List<ACL> acl, LeaderClock clock) {
    this.root = root;
    this.acl = acl;
    this.clock = clock;
  }

  LeaseView view(Session session, String namespace) throws Exception {
    Paths paths = new Paths(root, namespace);
    LeaderClock.Tick tick = clock.send(session);
    // in this order: whoever creates a namespace writes the record last
    CompletableFuture<Optional<Session.Node>> record = session.read(paths.namespaceRecord());
    CompletableFuture<List<String>> owners = session.children(paths.owners());
    CompletableFuture<List<String>> names = session.children(paths.slots());
    ServerTime time = clock.await(session, tick);
    NamedRecord seen = Records.of(session.await(record));
    Set<String> live = Set.copyOf(session.await(owners));
    List<Slot> slots = readAll(session, paths, session.await(names), live);
    return new LeaseView(seen, slots, OptionalLong.of(time.millis()), null);
  }

  Optional<StoredSlot> read(Session session, String namespace, int worker) throws Exception {
    Paths paths = new Paths(root, namespace);
    LeaderClock.Tick tick = clock.send(session);
    CompletableFuture<Optional<Session.Node>> record = session.read(paths.slot(worker));
    CompletableFuture<Optional<Stat>> owner = session.stat(paths.owner(worker));
    OptionalLong time = OptionalLong.of(clock.await(session, tick).millis());
    boolean live = session.await(owner).isPresent();
    return session
        .await(record)
        .map(node -> SlotText.parse(worker, node.text(), node.stat().getVersion(), live))
        .map(slot -> new StoredSlot(slot, time, 0));
  }

  Optional<StoredSlot> acquire(Session session, SlotWrite write, Admission admission)
      throws Exception {
    return admit(session, write, admission, 1);
  }

  Optional<StoredSlot> revive(Session session, SlotWrite write, Admission admission)
      throws Exception {
    return admit(session, write, admission, 0);
  }

  Optional<StoredSlot> renew(Session session, SlotWrite write) throws Exception {
    Paths paths = new Paths(root, write.namespace());
    ServerTime time = clock.recent(session);
    List<Op> holds = holds(session, paths, write.seen().worker());
    return grant(session, paths, write, 0, time, holds);
  }

  boolean release(Session session, String namespace, Slot seen, String nonce, long releasedAt)
      throws Exception {
    Paths paths = new Paths(root, namespace);
    LeaderClock.Tick tick = clock.send(session);
    CompletableFuture<Optional<Stat>> owner = session.stat(paths.owner(seen.worker()));
    clock.await(session, tick);
    // while the slot is as seen, its owner is this holder, if in an earlier session
    List<Op> left = leave(paths, seen.worker(), session.await(owner));
    return change(session, paths, seen, seen.closed(nonce, releasedAt), left).isPresent();
  }

  Optional<StoredSlot> reset(Session session, String namespace, Slot seen, SlotReset reset)
      throws Exception {
    Paths paths = new Paths(root, namespace);
    LeaderClock.Tick tick = clock.send(session);
    CompletableFuture<Optional<Stat>> owner = session.stat(paths.owner(seen.worker()));
    ServerTime time = clock.await(session, tick);
    Optional<Stat> holder = session.await(owner);
    if (holder.isPresent() && !reset.evenIfLive()) {
      return Optional.empty();
    }
    long sent = System.nanoTime();
    Slot next = seen.reset(reset, time.latest(sent));
    return change(session, paths, seen, next, leave(paths, seen.worker(), holder))
        .map(stat -> clock.note(stat, sent))
        .map(written -> new StoredSlot(next, OptionalLong.of(written.millis()), 0));
  }

  /** Checks what only the client can check, and puts the rest into the write. */
  private Optional<StoredSlot> admit(
      Session session, SlotWrite write, Admission admission, int tokenStep) throws Exception {
    Paths paths = new Paths(root, write.namespace());
    int worker = write.seen().worker();
    LeaderClock.Tick tick = clock.send(session);
    CompletableFuture<Optional<Session.Node>> record = session.read(paths.namespaceRecord());
    CompletableFuture<Optional<Stat>> owner = session.stat(paths.owner(worker));
    ServerTime time = clock.await(session, tick);
    NamedRecord seen = admission.namespaceRecord();
    if (!seen.equals(Records.of(session.await(record)))
        || !time.isWithin(admission.maxOffsetMillis(), admission.reading(), System.nanoTime())) {
      return Optional.empty();
    }
    List<Op> conditions = new ArrayList<>();
    conditions.add(Records.check(paths.namespaceRecord(), seen));
    Optional<Stat> holder = session.await(owner);
    if (holder.isEmpty()) {
      conditions.addAll(enter(session, paths, write));
    } else if (tokenStep == 0 && holder.get().getEphemeralOwner() == session.id()) {
      conditions.addAll(holds(session, paths, worker));
    } else {
      return Optional.empty();
    }
    return grant(session, paths, write, tokenStep, time, conditions);
  }

  /** The high-water mark never falls and never rises above the leader's time plus the ceiling. */
  private Optional<StoredSlot> grant(
      Session session,
      Paths paths,
      SlotWrite write,
      int tokenStep,
      ServerTime time,
      List<Op> conditions)
      throws Exception {
    Slot seen = write.seen();
    long sent = System.nanoTime();
    long highest = time.earliest(sent) + write.ceilingMillis();
    Slot next = seen.granted(write, seen.token() + tokenStep, Math.min(write.highWater(), highest));
    return change(session, paths, seen, next, conditions)
        .map(stat -> clock.note(stat, sent))
        .map(
            written ->
                new StoredSlot(next, OptionalLong.of(written.millis()), session.timeoutMillis()));
  }

  /** Writes a slot if it still is as seen; empty if it, or anything in {@code more}, is not. */
  private Optional<Stat> change(Session session, Paths paths, Slot seen, Slot next, List<Op> more)
      throws Exception {
    boolean vacant = seen.nonce().equals(Slot.VACANT);
    boolean written = seen.version() > 0 && seen.version() <= Integer.MAX_VALUE;
    if (vacant ? seen.version() != 0 || seen.token() != 0 : !written) {
      return Optional.empty(); // no slot looks like this, and version -1 would fit any
    }
    List<Op> ops = new ArrayList<>();
    ops.add(
        Op.setData(paths.slot(seen.worker()), bytes(SlotText.format(next)), (int) seen.version()));
    if (!vacant) {
      ops.add(Op.delete(paths.lastWrite(seen), -1));
    }
    ops.add(Op.create(paths.lastWrite(next), EMPTY, acl, CreateMode.PERSISTENT));
    ops.addAll(more);
    return session
        .tryMulti(ops)
        .map(results -> ((OpResult.SetDataResult) results.get(0)).getStat());
  }

  private List<Op> enter(Session session, Paths paths, SlotWrite write) {
    int worker = write.seen().worker();
    byte[] owner = bytes(write.owner());
    return List.of(
        Op.create(paths.owner(worker), owner, acl, CreateMode.EPHEMERAL),
        Op.create(paths.holder(worker, session.id()), EMPTY, acl, CreateMode.EPHEMERAL));
  }

  private static List<Op> holds(Session session, Paths paths, int worker) {
    return List.of(
        Op.check(paths.owner(worker), -1), Op.check(paths.holder(worker, session.id()), -1));
  }

  private static List<Op> leave(Paths paths, int worker, Optional<Stat> owner) {
    return owner
        .map(
            stat ->
                List.of(
                    Op.delete(paths.owner(worker), -1),
                    Op.delete(paths.holder(worker, stat.getEphemeralOwner()), -1)))
        .orElse(List.of());
  }

  private static List<Slot> readAll(
      Session session, Paths paths, List<String> names, Set<String> live) throws Exception {
    List<String> sorted =
        names.stream().sorted((a, b) -> Paths.worker(a) - Paths.worker(b)).toList();
    List<CompletableFuture<List<OpResult>>> replies = new ArrayList<>();
    for (int from = 0; from < sorted.size(); from += SLOTS_PER_READ) {
      List<String> some = sorted.subList(from, Math.min(from + SLOTS_PER_READ, sorted.size()));
      replies.add(session.readAll(some.stream().map(name -> paths.slots() + "/" + name).toList()));
    }
    List<OpResult> results = new ArrayList<>();
    for (CompletableFuture<List<OpResult>> reply : replies) {
      results.addAll(session.await(reply));
    }
    List<Slot> slots = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      String name = sorted.get(i);
      if (!(results.get(i) instanceof OpResult.GetDataResult read)) {
        int code = ((OpResult.ErrorResult) results.get(i)).getErr();
        throw KeeperException.create(KeeperException.Code.get(code), paths.slots() + "/" + name);
      }
      slots.add(
          SlotText.parse(
              Paths.worker(name),
              Session.text(read.getData()),
              read.getStat().getVersion(),
              live.contains(name)));
    }
    return slots;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
