package dev.snowflakeid.faults;

import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a lease without a high-water mark would be: whoever looks for a worker is shown no bounds,
 * so only the time to live keeps the next holder from the ids of the last one.
 */
record UnfencedStore(LeaseStore store, Map<Integer, Slot> hidden) implements LeaseStore {

  UnfencedStore(LeaseStore store) {
    this(store, new ConcurrentHashMap<>());
  }

  @Override
  public LeaseView view(String namespace) {
    LeaseView view = store.view(namespace);
    view.slots().forEach(slot -> hidden.put(slot.worker(), slot));
    return new LeaseView(
        view.namespaceRecord(),
        view.slots().stream().map(UnfencedStore::withoutBound).toList(),
        view.storeTime(),
        view.generation());
  }

  private static Slot withoutBound(Slot slot) {
    return new Slot(
        slot.worker(),
        0,
        slot.token(),
        slot.version(),
        slot.nonce(),
        slot.live(),
        null,
        0,
        slot.owner());
  }

  @Override
  public Optional<StoredSlot> acquire(SlotWrite write, Admission admission) {
    Slot seen = hidden.getOrDefault(write.seen().worker(), write.seen());
    return store.acquire(
        new SlotWrite(
            write.namespace(),
            seen,
            write.nonce(),
            write.owner(),
            Math.max(write.highWater(), seen.highWater()),
            write.ceilingMillis(),
            write.ttlMillis()),
        admission);
  }

  @Override
  public void initialize(String namespace, String value, int firstWorker, int lastWorker) {
    store.initialize(namespace, value, firstWorker, lastWorker);
  }

  @Override
  public Optional<StoredSlot> renew(SlotWrite write, @Nullable Admission admission) {
    return store.renew(write, admission);
  }

  @Override
  public boolean release(String namespace, Slot seen, String nonce, long releasedAt) {
    return store.release(namespace, seen, nonce, releasedAt);
  }

  @Override
  public Optional<StoredSlot> read(String namespace, int worker) {
    return store.read(namespace, worker);
  }

  @Override
  public Optional<NamedRecord> readRecord(String namespace, String name) {
    return store.readRecord(namespace, name);
  }

  @Override
  public Optional<NamedRecord> compareAndSet(
      String namespace,
      String name,
      @Nullable NamedRecord seen,
      String value,
      @Nullable String liveGeneration) {
    return store.compareAndSet(namespace, name, seen, value, liveGeneration);
  }

  @Override
  public String describe() {
    return store.describe();
  }

  @Override
  public void close() {
    store.close();
  }
}
