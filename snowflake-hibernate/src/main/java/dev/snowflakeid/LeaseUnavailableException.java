package dev.snowflakeid;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * There is no lease to make ids under. Except for {@link Reason#CLOSED} the generator goes on
 * trying in the background, so the same call may succeed later.
 */
public final class LeaseUnavailableException extends IdGenerationException {

  @Serial private static final long serialVersionUID = 1L;

  /** Why there is no usable lease. */
  public enum Reason {
    /** The first lease has not been acquired yet. */
    STARTING,
    /** Every worker id of the range is held, or its old timestamps have not passed yet. */
    NO_FREE_WORKER,
    /** The store does not answer, and no range of timestamps is left. */
    STORE_UNREACHABLE,
    /** The reserved range of timestamps is used up and could not be extended. */
    RANGE_EXHAUSTED,
    /** The process was stopped for a while; the lease is being checked with the store. */
    REVALIDATING,
    /** The lease was lost to another holder; another worker id is being acquired. */
    LEASE_LOST,
    /** The store may have lost acknowledged writes; acquisitions wait until old leases are over. */
    QUARANTINE,
    /** The calling thread was interrupted while it waited; its interrupt flag is still set. */
    INTERRUPTED,
    /** The generator is closed. */
    CLOSED
  }

  private final Reason reason;

  public LeaseUnavailableException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Returns why there is no usable lease. */
  public Reason reason() {
    return reason;
  }
}
