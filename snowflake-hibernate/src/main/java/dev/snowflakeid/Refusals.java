package dev.snowflakeid;

import dev.snowflakeid.LeaseStatus.State;
import dev.snowflakeid.LeaseUnavailableException.Reason;
import org.jspecify.annotations.Nullable;

/** Turns the state of a lease into the exception that the caller of {@code next()} sees. */
final class Refusals {

  private Refusals() {}

  /**
   * @param failure what the last attempt of the keeper ran into
   * @param hadLease whether there was a lease before
   * @param lease the lease in words
   */
  static IdGenerationException of(
      State state, @Nullable RuntimeException failure, boolean hadLease, String lease) {
    return switch (state) {
      case CLOSED ->
          failure instanceof ConfigurationMismatchException mismatch
              ? new ConfigurationMismatchException(mismatch.getMessage())
              : unavailable(Reason.CLOSED, "the generator is closed", lease, null);
      case STARTING, QUARANTINED -> withoutLease(failure, hadLease, lease);
      case SUSPECT ->
          unavailable(
              Reason.REVALIDATING,
              "the process was stopped for more than a second and the store has not confirmed the"
                  + " lease since; ids resume when it does",
              lease,
              failure);
      case ACTIVE, EXHAUSTED ->
          failure instanceof ClockException e
              ? new ClockException(e.reason(), e.getMessage())
              : unavailable(
                  Reason.RANGE_EXHAUSTED,
                  "the reserved timestamps are used up and the store has not extended them; ids resume"
                      + " when it does",
                  lease,
                  failure);
    };
  }

  /** The calling thread was interrupted while it waited. */
  static IdGenerationException interrupted(String lease, @Nullable InterruptedException cause) {
    return unavailable(Reason.INTERRUPTED, "the thread was interrupted", lease, cause);
  }

  private static IdGenerationException withoutLease(
      @Nullable RuntimeException failure, boolean hadLease, String lease) {
    if (failure instanceof LeaseUnavailableException e) {
      return new LeaseUnavailableException(e.reason(), e.getMessage(), e);
    }
    if (failure instanceof ClockException e) {
      return new ClockException(e.reason(), e.getMessage());
    }
    if (failure != null) {
      return unavailable(
          Reason.STORE_UNREACHABLE,
          "no worker could be leased; it is tried again in the background",
          lease,
          failure);
    }
    return hadLease
        ? unavailable(
            Reason.LEASE_LOST,
            "the lease was lost and another worker is being acquired",
            lease,
            null)
        : unavailable(Reason.STARTING, "the first lease has not been acquired yet", lease, null);
  }

  private static LeaseUnavailableException unavailable(
      Reason reason, String message, String lease, @Nullable Throwable cause) {
    String because =
        cause == null || cause.getMessage() == null ? "" : ": caused by: " + cause.getMessage();
    return new LeaseUnavailableException(
        reason, "no id: %s: %s%s".formatted(message, lease, because), cause);
  }
}
