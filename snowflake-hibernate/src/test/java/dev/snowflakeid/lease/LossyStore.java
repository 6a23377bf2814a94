package dev.snowflakeid.lease;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Another store whose next reply to a write may get lost after the write was carried out. */
public final class LossyStore implements LeaseStore {

  private final LeaseStore store;
  private boolean losing;

  public LossyStore(LeaseStore store) {
    this.store = store;
  }

  /** Loses the reply to the next write of a slot. */
  public void loseNextReply() {
    losing = true;
  }

  @Override
  public LeaseView view(String namespace) {
    return store.view(namespace);
  }

  @Override
  public void initialize(String namespace, String value, int firstWorker, int lastWorker) {
    store.initialize(namespace, value, firstWorker, lastWorker);
  }

  @Override
  public Optional<StoredSlot> acquire(SlotWrite write, Admission admission) {
    return reply(store.acquire(write, admission));
  }

  @Override
  public Optional<StoredSlot> renew(SlotWrite write, @Nullable Admission admission) {
    return reply(store.renew(write, admission));
  }

  @Override
  public boolean release(String namespace, Slot seen, String nonce, long releasedAt) {
    return reply(store.release(namespace, seen, nonce, releasedAt));
  }

  @Override
  public Optional<StoredSlot> reset(String namespace, Slot seen, SlotReset reset) {
    return reply(store.reset(namespace, seen, reset));
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

  private <T> T reply(T result) {
    if (losing) {
      losing = false;
      throw new LeaseStoreException("the reply is lost", null);
    }
    return result;
  }
}
