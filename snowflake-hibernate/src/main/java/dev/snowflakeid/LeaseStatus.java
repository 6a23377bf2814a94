package dev.snowflakeid;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A look at a generator's lease, for health checks, metrics and messages.
 *
 * @param state present state
 * @param namespace namespace in which the ids are unique
 * @param worker worker id, empty while there is no lease
 * @param bound exclusive bound of the timestamps that the store has acknowledged, null while there
 *     is no lease
 * @param remaining how long the store surely keeps the lease without another renewal, negative if
 *     that is over; null while there is no lease
 * @param lastRenewal when the store last confirmed the lease, by the generator's clock; null before
 *     the first time
 * @param workersTaken how many leases this generator has acquired so far
 * @param unconfirmedPauses how often ids went on after a pause of the process although the store
 *     could not confirm the lease
 */
public record LeaseStatus(
    State state,
    String namespace,
    OptionalInt worker,
    @Nullable Instant bound,
    @Nullable Duration remaining,
    @Nullable Instant lastRenewal,
    long workersTaken,
    long unconfirmedPauses) {

  /** The states of a generator as seen from outside. */
  public enum State {
    /** No lease yet, or a new one is being acquired after a loss. */
    STARTING,
    /** Ids are made. */
    ACTIVE,
    /** The process was stopped for a while; the lease is being checked. */
    SUSPECT,
    /** The bound is reached and the store did not extend it. */
    EXHAUSTED,
    /** The store may have lost writes; acquisitions wait. */
    QUARANTINED,
    /** Closed. */
    CLOSED
  }
}
