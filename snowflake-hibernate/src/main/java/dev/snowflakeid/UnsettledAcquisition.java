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
 * @param deadlines nonce of each attempt, with the monotonic reading in ns up to which it would
 *     hold
 */
record UnsettledAcquisition(Slot seen, Map<String, Long> deadlines) {

  UnsettledAcquisition {
    deadlines = Map.copyOf(deadlines);
  }

  /** Adds an attempt; attempts on another slot or another state of it are settled already. */
  static UnsettledAcquisition add(
      @Nullable UnsettledAcquisition before, Slot seen, String nonce, long deadlineNanos) {
    Map<String, Long> deadlines = new HashMap<>();
    if (before != null
        && before.seen.worker() == seen.worker()
        && before.seen.nonce().equals(seen.nonce())) {
      deadlines.putAll(before.deadlines);
    }
    deadlines.put(nonce, deadlineNanos);
    return new UnsettledAcquisition(seen, deadlines);
  }
}
