package dev.snowflakeid;

import java.time.Duration;
import java.time.Instant;

/**
 * One worker id as an operator sees it; see {@link LeaseAdmin}.
 *
 * @param worker worker id
 * @param state what the worker is
 * @param owner who holds or last held it; empty if nobody ever did
 * @param token how often it was acquired or reset
 * @param bound exclusive bound of all timestamps that a holder may have used
 * @param remaining from now to the bound, negative if that has passed. Without another renewal a
 *     live holder makes ids for this long
 * @param age since the last sign of life: of a live holder since its last renewal, by the longest
 *     time to live in the namespace, so that a lease in its first three seconds looks older than it
 *     is; otherwise since the first timestamp that was not used, negative while that is ahead
 */
public record WorkerStatus(
    int worker,
    State state,
    String owner,
    long token,
    Instant bound,
    Duration remaining,
    Duration age) {

  /** What a worker id is, in the words of the metrics; those call free and closed both closed. */
  public enum State {
    /** It has a live holder. */
    LIVE,
    /** At rest until the timestamps that a crashed holder had reserved have passed. */
    COOLING,
    /** At rest for longer than any holder with a sane clock could have reserved. */
    POISONED,
    /** Given back with timestamps to spare; taken only if no other is free. */
    CLOSED,
    /** Nobody holds it, and its bound has passed. */
    FREE
  }
}
