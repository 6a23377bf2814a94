package dev.snowflakeid;

import dev.snowflakeid.lease.Slot;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An acquisition whose reply was lost. It is settled before another slot is tried, since otherwise
 * a store that loses replies would be eaten up slot by slot.
 *
 * @param seen the slot as it was before the attempts
 * @param attempts the attempts by their nonces
 */
record UnsettledAcquisition(Slot seen, Map<String, Attempt> attempts) {

  /**
   * What holds if the attempt turns out to have been carried out.
   *
   * @param reading the clock's reading in Unix ms, which the store has checked in the write; the
   *     clock may have been anchored to something else since
   * @param readNanos monotonic reading at the same moment
   * @param floor first timestamp in Unix ms
   * @param deadlineNanos monotonic reading up to which the store keeps the lease
   */
  record Attempt(long reading, long readNanos, long floor, long deadlineNanos) {}

  UnsettledAcquisition {
    attempts = Map.copyOf(attempts);
  }

  /** Adds an attempt; attempts on another slot or another state of it are settled already. */
  static UnsettledAcquisition add(
      @Nullable UnsettledAcquisition before, Slot seen, String nonce, Attempt attempt) {
    Map<String, Attempt> attempts = new HashMap<>();
    if (before != null
        && before.seen.worker() == seen.worker()
        && before.seen.nonce().equals(seen.nonce())) {
      attempts.putAll(before.attempts);
    }
    attempts.put(nonce, attempt);
    return new UnsettledAcquisition(seen, attempts);
  }
}
