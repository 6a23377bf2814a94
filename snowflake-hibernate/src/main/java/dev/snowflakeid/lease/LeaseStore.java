package dev.snowflakeid.lease;

import dev.snowflakeid.clock.ClockSample;
import dev.snowflakeid.clock.MonotonicClock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store of worker leases: a few records with conditional writes, and no opinion.
 *
 * <p>Which worker to take, up to which bound, and what a lost reply means is decided by the
 * generator. A store keeps three promises:
 *
 * <ol>
 *   <li>Every write is one atomic step on the record <em>as seen</em>: it happens only if the
 *       slot's token, version and nonce are still those of {@link SlotWrite#seen()}.
 *   <li>An empty result means that the condition did not hold and that nothing was written. A
 *       result holds the record as stored, not as asked for.
 *   <li>Anything else, a timeout above all, throws {@link LeaseStoreException}. The caller treats
 *       the write as neither done nor undone and reads the slot back.
 * </ol>
 *
 * <p>Reads are linearizable: they see every acknowledged write. Implementations are safe for use by
 * several threads and bound the time of every call. Times are Unix milliseconds.
 */
public interface LeaseStore extends AutoCloseable {

  /**
   * Reads the namespace record, all slots, the store's clock and its generation in one consistent
   * step.
   *
   * @throws LeaseStoreException if the store does not answer
   */
  LeaseView view(String namespace);

  /**
   * Creates the namespace record and one vacant slot for each worker id of the range, unless the
   * namespace exists. Slots come first or together with the record: whoever reads a record finds
   * its slots. A lost race is not an error.
   *
   * @param value the content of the namespace record
   * @throws LeaseStoreException if the store does not answer or refuses
   */
  void initialize(String namespace, String value, int firstWorker, int lastWorker);

  /**
   * Takes a slot that has no live owner: token + 1, version + 1. The {@code admission} is checked
   * inside the same write.
   *
   * @return the record as stored, or empty if a condition did not hold
   * @throws LeaseStoreException if the outcome is unknown
   */
  Optional<StoredSlot> acquire(SlotWrite write, Admission admission);

  /**
   * Renews a slot: version + 1, same token. Without an {@code admission} the write requires that
   * the lease has not expired by the store's clock. With one, an expired lease is revived, under
   * all conditions of an acquisition.
   *
   * @return the record as stored, or empty if a condition did not hold
   * @throws LeaseStoreException if the outcome is unknown
   */
  Optional<StoredSlot> renew(SlotWrite write, @Nullable Admission admission);

  /**
   * Gives a slot back: the new nonce becomes its nonce and its {@code closedNonce}, {@code
   * releasedAt} is recorded, and the slot is no longer live. High-water mark and owner stay.
   *
   * @param seen the slot as last seen by its holder
   * @param nonce the nonce of this write
   * @param releasedAt first timestamp that the holder has not used
   * @return whether the write happened
   * @throws LeaseStoreException if the outcome is unknown
   */
  boolean release(String namespace, Slot seen, String nonce, long releasedAt);

  /**
   * Takes a slot from its holder and sets its high-water mark, for an operator: token + 1, version
   * + 1, the new nonce, no owner. Only here may a mark go back; its former holder, if it still
   * makes ids, goes on up to the old one. What was recorded at the last clean close stays, and no
   * longer holds.
   *
   * @param seen the slot as the operator saw it
   * @return the record as stored, or empty if the slot is not as seen, or has a live owner that it
   *     was not to be taken from
   * @throws LeaseStoreException if the outcome is unknown
   * @throws UnsupportedOperationException unless the store offers this
   */
  default Optional<StoredSlot> reset(String namespace, Slot seen, SlotReset reset) {
    throw new UnsupportedOperationException(
        "%s leaves its slots to their holders".formatted(describe()));
  }

  /**
   * Creates a vacant slot for each worker id of the range that has none, for an operator who widens
   * the range of a namespace.
   *
   * @throws LeaseStoreException if the outcome is unknown; the call may be repeated
   * @throws UnsupportedOperationException unless the store offers this
   */
  default void addSlots(String namespace, int firstWorker, int lastWorker) {
    throw new UnsupportedOperationException(
        "%s creates slots with their namespace only".formatted(describe()));
  }

  /**
   * Reads one slot after every write that may still be under way, to find out what became of it.
   *
   * @return the slot, or empty if it does not exist
   * @throws LeaseStoreException if the store does not answer
   */
  Optional<StoredSlot> read(String namespace, int worker);

  /**
   * Reads a named record.
   *
   * @return the record, or empty if it does not exist
   * @throws LeaseStoreException if the store does not answer
   */
  Optional<NamedRecord> readRecord(String namespace, String name);

  /**
   * Writes a named record if it still is as seen: same version, same value; with {@code seen} null,
   * if it does not exist.
   *
   * @param liveGeneration if not null, the write also requires that this still is the store's
   *     generation, where the store has one
   * @return the record as stored, or empty if the condition did not hold
   * @throws LeaseStoreException if the outcome is unknown
   */
  Optional<NamedRecord> compareAndSet(
      String namespace,
      String name,
      @Nullable NamedRecord seen,
      String value,
      @Nullable String liveGeneration);

  /**
   * Looks at the store's clock as closely as that goes. The other calls tell the time too, but as
   * of somewhere between their beginning and their end, and they may wait for a connection or a
   * commit.
   *
   * @param monotonic what the sample is timed by
   * @return the quickest of a few looks; empty if the store has no clock, or no quicker way to it
   *     than its other calls
   * @throws LeaseStoreException if the store does not answer
   */
  default Optional<ClockSample> clock(MonotonicClock monotonic) {
    return Optional.empty();
  }

  /** Says which store this is, for messages: product, address, schema; never a password. */
  String describe();

  /** Releases what the store itself opened; what the user passed in stays open. */
  @Override
  default void close() {}
}
