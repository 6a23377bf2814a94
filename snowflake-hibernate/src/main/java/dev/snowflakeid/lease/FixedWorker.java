package dev.snowflakeid.lease;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A worker id that somebody has chosen, instead of a lease.
 *
 * <p><strong>Outside the promise of uniqueness.</strong> Nothing excludes a second process with the
 * same worker id, and nothing remembers the high-water mark when the process ends: after a restart
 * with a clock that went back, ids repeat. Meant for tests, single-process tools and moving over
 * from a scheme with configured worker ids.
 *
 * <p>Within one instance the records are kept in memory, so two generators on it exclude each other
 * as on any store.
 */
public final class FixedWorker implements LeaseStore {

  private final int worker;
  private Slot slot;
  private long expiresAt;
  private @Nullable NamedRecord namespaceRecord;

  /**
   * @param worker worker id; the generator's builder checks it against the layout
   */
  public FixedWorker(int worker) {
    this.worker = worker;
    this.slot = Slot.vacant(worker);
  }

  /** Returns the worker id. */
  public int worker() {
    return worker;
  }

  @Override
  public synchronized LeaseView view(String namespace) {
    return new LeaseView(namespaceRecord, List.of(seen()), now(), null);
  }

  @Override
  public synchronized void initialize(
      String namespace, String value, int firstWorker, int lastWorker) {
    if (namespaceRecord == null) {
      namespaceRecord = new NamedRecord(1, value);
    }
  }

  @Override
  public synchronized Optional<StoredSlot> acquire(SlotWrite write, Admission admission) {
    return seen().live() || !admission.namespaceRecord().equals(namespaceRecord)
        ? Optional.empty()
        : write(write, slot.token() + 1);
  }

  @Override
  public synchronized Optional<StoredSlot> renew(SlotWrite write, @Nullable Admission admission) {
    return admission == null && !seen().live() ? Optional.empty() : write(write, slot.token());
  }

  @Override
  public synchronized boolean release(String namespace, Slot seen, String nonce, long releasedAt) {
    if (!slot.unchangedSince(seen)) {
      return false;
    }
    expiresAt = 0;
    slot = slot.closed(nonce, releasedAt);
    return true;
  }

  @Override
  public synchronized Optional<StoredSlot> read(String namespace, int worker) {
    return worker == this.worker ? Optional.of(new StoredSlot(seen(), now(), 0)) : Optional.empty();
  }

  @Override
  public synchronized Optional<NamedRecord> readRecord(String namespace, String name) {
    return name.equals(LeaseView.NAMESPACE_RECORD)
        ? Optional.ofNullable(namespaceRecord)
        : Optional.empty();
  }

  /**
   * Writes the namespace record; a fixed worker keeps no other.
   *
   * @throws LeaseStoreException for any other name
   */
  @Override
  public synchronized Optional<NamedRecord> compareAndSet(
      String namespace,
      String name,
      @Nullable NamedRecord seen,
      String value,
      @Nullable String liveGeneration) {
    if (!name.equals(LeaseView.NAMESPACE_RECORD)) {
      throw new LeaseStoreException("a fixed worker keeps no named records: name=" + name, null);
    }
    NamedRecord present = namespaceRecord;
    if (seen == null ? present != null : !seen.equals(present)) {
      return Optional.empty();
    }
    NamedRecord stored = new NamedRecord(seen == null ? 1 : seen.version() + 1, value);
    namespaceRecord = stored;
    return Optional.of(stored);
  }

  @Override
  public String describe() {
    return "fixed worker " + worker;
  }

  private Optional<StoredSlot> write(SlotWrite write, long token) {
    if (!slot.unchangedSince(write.seen())) {
      return Optional.empty();
    }
    expiresAt = System.currentTimeMillis() + write.ttlMillis();
    slot = slot.granted(write, token, write.highWater());
    return Optional.of(new StoredSlot(slot, now(), write.ttlMillis()));
  }

  private Slot seen() {
    return slot.withLive(expiresAt > System.currentTimeMillis());
  }

  private static OptionalLong now() {
    return OptionalLong.of(System.currentTimeMillis());
  }
}
