package dev.snowflakeid.lease.etcd;

import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotReset;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import dev.snowflakeid.lease.internal.SlotText;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.op.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Worker leases in etcd.
 *
 * <ol>
 *   <li>A worker has two keys below {@code <prefix><namespace>/worker/<id>/}: {@code slot}, which
 *       stays and holds high-water mark, token, nonces and owner as text, and {@code owner}, which
 *       is bound to an etcd lease and holds the nonce of the last write. The lease is alive as long
 *       as {@code owner} exists. Named records lie in {@code record/<name>}. Versions are etcd's
 *       versions of the keys.
 *   <li>A write of a slot reads both keys, compares them with the slot as seen, and then is one
 *       transaction, sent once and never repeated. It requires that both keys still are as read:
 *       revision <em>and</em> value of the record, creation revision and nonce of the owner. After
 *       the restore of a snapshot etcd uses revisions again; values tell such writes apart.
 *   <li>An acquisition requires that there is no {@code owner}; it grants an etcd lease and puts
 *       both keys. If it fails, or if its answer is lost, the lease is revoked: that ends an
 *       acquisition which arrives late, too.
 *   <li>A plain renewal requires {@code owner}. It keeps the etcd lease alive once, before the
 *       transaction, and puts both keys. Where the present lease is too short it grants another
 *       one, binds {@code owner} to it in the transaction, and revokes the old one after the
 *       acknowledgement. A revival does the same when {@code owner} is gone.
 *   <li>For an acquisition and a revival the transaction also requires version and value of the
 *       namespace record.
 *   <li>A release deletes {@code owner} and records the clean close; then the etcd lease is
 *       revoked.
 *   <li>A namespace is created slots first, each if it is absent, and its record last. The view is
 *       one linearizable read of the namespace at one revision.
 * </ol>
 *
 * <p>The store keeps nothing in memory: the id of an etcd lease is read from the {@code owner} key.
 * So any store on the same keys may renew or release, and a lost answer leaves nothing behind that
 * could be wrong. The price is one read per write of a slot.
 *
 * <p>What etcd cannot offer:
 *
 * <ul>
 *   <li><em>No clock.</em> There is no store time, no check of the caller's clock and no ceiling
 *       for high-water marks, so a host whose clock runs far ahead may block its worker until that
 *       time, and the length of a quarantine is not proven.
 *   <li><em>No generation.</em> After the restore of a snapshot a holder whose writes are missing
 *       finds its lease lost and takes another worker; keeping new acquisitions waiting meanwhile
 *       is up to the operator.
 *   <li><em>No waiting for late writes.</em> A read does not wait for a write that is still under
 *       way; such a write stays conditional on the slot as seen.
 * </ul>
 *
 * <p>Times to live are whole seconds, rounded up; the server may grant more than was asked for. A
 * client of one's own should set {@code keepaliveTime} to 10 s and {@code keepaliveTimeout} to 3 s,
 * or a frozen member is asked for 40 s. The view of more than some 10,000 workers needs a larger
 * {@code maxInboundMessageSize} than gRPC's 4 MB.
 */
public final class EtcdLeaseStore implements LeaseStore {

  /** Where the keys lie unless another prefix is set. */
  public static final String DEFAULT_PREFIX = "/snowflake/";

  private static final int SLOTS_PER_TRANSACTION = 100; // etcd allows 128 operations

  private final Calls calls;
  private final Keys keys;
  private final Slots slots;
  private final String description;
  private final @Nullable Client owned;

  /** A store with the {@link #DEFAULT_PREFIX}; see {@link #EtcdLeaseStore(Client, String)}. */
  public EtcdLeaseStore(Client client) {
    this(client, DEFAULT_PREFIX);
  }

  /**
   * A store on a client of the application, which stays open.
   *
   * <p>The store waits 2.5 s for an answer. It cannot take back a call that a client without
   * deadlines has queued: a write may still be carried out when etcd is back. It is conditional, so
   * it does no harm, but it may hold a worker until the time to live is over. The client of a store
   * from {@link #builder} gives each call a deadline.
   *
   * @param prefix what all keys start with
   */
  public EtcdLeaseStore(Client client, String prefix) {
    this(client, prefix, "etcd (client of the application) prefix " + prefix, null);
  }

  EtcdLeaseStore(Client client, String prefix, String description, @Nullable Client owned) {
    this.calls = new Calls(client);
    this.keys = new Keys(prefix);
    this.slots = new Slots(calls, keys);
    this.description = description;
    this.owned = owned;
  }

  /**
   * Options for a store that opens a client of its own, and closes it.
   *
   * @param endpoints the members, each as {@code http://host:port} or {@code https://host:port}
   * @throws IllegalArgumentException if there is none, or one is not of this form
   */
  public static EtcdLeaseStoreBuilder builder(List<String> endpoints) {
    return new EtcdLeaseStoreBuilder(endpoints);
  }

  @Override
  public LeaseView view(String namespace) {
    return call("read namespace " + namespace, () -> viewOf(namespace));
  }

  @Override
  public void initialize(String namespace, String value, int firstWorker, int lastWorker) {
    call(
        "create namespace " + namespace,
        () -> {
          create(namespace, value, firstWorker, lastWorker);
          return Boolean.TRUE;
        });
  }

  @Override
  public Optional<StoredSlot> acquire(SlotWrite write, Admission admission) {
    return call(
        "acquire " + worker(write.namespace(), write.seen().worker()),
        () -> slots.acquire(write, admission));
  }

  @Override
  public Optional<StoredSlot> renew(SlotWrite write, @Nullable Admission admission) {
    return call(
        "renew " + worker(write.namespace(), write.seen().worker()),
        () -> slots.renew(write, admission));
  }

  @Override
  public boolean release(String namespace, Slot seen, String nonce, long releasedAt) {
    return call(
        "release " + worker(namespace, seen.worker()),
        () -> slots.release(namespace, seen, nonce, releasedAt));
  }

  /** Takes a slot from its holder; the mark is written as given, since etcd has no clock. */
  @Override
  public Optional<StoredSlot> reset(String namespace, Slot seen, SlotReset reset) {
    return call(
        "reset " + worker(namespace, seen.worker()), () -> slots.reset(namespace, seen, reset));
  }

  @Override
  public void addSlots(String namespace, int firstWorker, int lastWorker) {
    call(
        "add workers to namespace " + namespace,
        () -> {
          putVacantSlots(namespace, firstWorker, lastWorker);
          return Boolean.TRUE;
        });
  }

  @Override
  public Optional<StoredSlot> read(String namespace, int worker) {
    return call(
        "read " + worker(namespace, worker),
        () -> slots.find(namespace, worker).map(found -> Slots.stored(found.slot(), 0)));
  }

  @Override
  public Optional<NamedRecord> readRecord(String namespace, String name) {
    return call(
        "read record " + name + " of namespace " + namespace,
        () -> calls.key(keys.record(namespace, name)).map(Records::parse));
  }

  /** Writes a named record if it still is as seen; etcd has no generation to compare. */
  @Override
  public Optional<NamedRecord> compareAndSet(
      String namespace,
      String name,
      @Nullable NamedRecord seen,
      String value,
      @Nullable String liveGeneration) {
    return call(
        "write record " + name + " of namespace " + namespace,
        () -> {
          ByteSequence key = keys.record(namespace, name);
          return calls.commit(Records.asSeen(key, seen), List.of(Records.put(key, value)))
              ? Optional.of(new NamedRecord(seen == null ? 1 : seen.version() + 1, value))
              : Optional.empty();
        });
  }

  @Override
  public String describe() {
    return description;
  }

  /** Closes the client if the store has opened it. */
  @Override
  public void close() {
    if (owned != null) {
      owned.close();
    }
  }

  private LeaseView viewOf(String namespace) {
    return new NamespaceFolder(keys, namespace, calls.folder(keys.namespace(namespace))).view();
  }

  private void create(String namespace, String value, int firstWorker, int lastWorker) {
    LeaseView present = viewOf(namespace);
    if (present.namespaceRecord() != null) {
      return;
    }
    if (present.slots().stream().anyMatch(slot -> slot.version() > 0)) {
      throw new LeaseStoreException(
          "the namespace has slots in use but no record: somebody deleted it", null);
    }
    putVacantSlots(namespace, firstWorker, lastWorker);
    ByteSequence key = keys.record(namespace, LeaseView.NAMESPACE_RECORD);
    calls.commitRepeatably(List.of(Records.putIfAbsent(key, value)));
  }

  private void putVacantSlots(String namespace, int firstWorker, int lastWorker) {
    for (int first = firstWorker; first <= lastWorker; first += SLOTS_PER_TRANSACTION) {
      int last = Math.min(lastWorker, first + SLOTS_PER_TRANSACTION - 1);
      List<Op> inserts = new ArrayList<>();
      for (int worker = first; worker <= last; worker++) {
        String vacant = SlotText.format(Slot.vacant(worker));
        inserts.add(Records.putIfAbsent(keys.slot(namespace, worker), vacant));
      }
      calls.commitRepeatably(inserts);
    }
  }

  private static String worker(String namespace, int worker) {
    return "worker " + worker + " of namespace " + namespace;
  }

  private <T> T call(String task, Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      Throwable cause = e instanceof LeaseStoreException && e.getCause() != null ? e.getCause() : e;
      throw new LeaseStoreException(
          "cannot %s in %s: %s".formatted(task, description, e.getMessage()), cause);
    }
  }
}
