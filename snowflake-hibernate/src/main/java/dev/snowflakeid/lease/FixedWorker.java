package dev.snowflakeid.lease;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A worker id that somebody has chosen, instead of a lease.
 *
 * <p><strong>Outside the promise of uniqueness.</strong> Nothing excludes a second process with the
 * same worker id, and nothing remembers the high-water mark when the process ends: after a restart
 * with a clock that went back, ids repeat. Meant for tests, single-process tools and moving over
 * from a scheme with configured worker ids.
 *
 * <p>Within one instance the records are kept in memory, so two generators of one namespace exclude
 * each other as on any store.
 */
public final class FixedWorker implements LeaseStore {

  private final int worker;
  private final Map<String, Tenure> tenures = new ConcurrentHashMap<>();

  /**
   * @param worker worker id; the generator's builder checks it against the layout
   */
  public FixedWorker(int worker) {
    this.worker = worker;
  }

  /** Returns the worker id. */
  public int worker() {
    return worker;
  }

  @Override
  public LeaseView view(String namespace) {
    return tenure(namespace).view();
  }

  @Override
  public void initialize(String namespace, String value, int firstWorker, int lastWorker) {
    tenure(namespace).compareAndSet(null, value);
  }

  @Override
  public Optional<StoredSlot> acquire(SlotWrite write, Admission admission) {
    return tenure(write.namespace()).acquire(write, admission);
  }

  @Override
  public Optional<StoredSlot> renew(SlotWrite write, @Nullable Admission admission) {
    return tenure(write.namespace()).renew(write, admission);
  }

  @Override
  public boolean release(String namespace, Slot seen, String nonce, long releasedAt) {
    return tenure(namespace).release(seen, nonce, releasedAt);
  }

  @Override
  public Optional<StoredSlot> read(String namespace, int worker) {
    return worker == this.worker ? Optional.of(tenure(namespace).read()) : Optional.empty();
  }

  @Override
  public Optional<NamedRecord> readRecord(String namespace, String name) {
    return name.equals(LeaseView.NAMESPACE_RECORD)
        ? Optional.ofNullable(tenure(namespace).view().namespaceRecord())
        : Optional.empty();
  }

  /**
   * Writes the namespace record; a fixed worker keeps no other.
   *
   * @throws LeaseStoreException for any other name
   */
  @Override
  public Optional<NamedRecord> compareAndSet(
      String namespace,
      String name,
      @Nullable NamedRecord seen,
      String value,
      @Nullable String liveGeneration) {
    if (!name.equals(LeaseView.NAMESPACE_RECORD)) {
      throw new LeaseStoreException("a fixed worker keeps no named records: name=" + name, null);
    }
    return tenure(namespace).compareAndSet(seen, value);
  }

  @Override
  public String describe() {
    return "fixed worker " + worker;
  }

  private Tenure tenure(String namespace) {
    return tenures.computeIfAbsent(namespace, any -> new Tenure(worker));
  }

  /** The records of one namespace. */
  private static final class Tenure {

    private Slot slot;
    private long expiresAt;
    private @Nullable NamedRecord namespaceRecord;

    Tenure(int worker) {
      slot = Slot.vacant(worker);
    }

    synchronized LeaseView view() {
      return new LeaseView(namespaceRecord, List.of(seen()), now(), null);
    }

    synchronized StoredSlot read() {
      return new StoredSlot(seen(), now(), 0);
    }

    synchronized Optional<NamedRecord> compareAndSet(@Nullable NamedRecord seen, String value) {
      if (!Objects.equals(seen, namespaceRecord)) {
        return Optional.empty();
      }
      NamedRecord stored = new NamedRecord(seen == null ? 1 : seen.version() + 1, value);
      namespaceRecord = stored;
      return Optional.of(stored);
    }

    synchronized Optional<StoredSlot> acquire(SlotWrite write, Admission admission) {
      return seen().live() || !admission.namespaceRecord().equals(namespaceRecord)
          ? Optional.empty()
          : write(write, slot.token() + 1);
    }

    synchronized Optional<StoredSlot> renew(SlotWrite write, @Nullable Admission admission) {
      return admission == null && !seen().live() ? Optional.empty() : write(write, slot.token());
    }

    synchronized boolean release(Slot seen, String nonce, long releasedAt) {
      if (!slot.unchangedSince(seen)) {
        return false;
      }
      expiresAt = 0;
      slot = slot.closed(nonce, releasedAt);
      return true;
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
}
