package dev.snowflakeid;

import java.io.Serial;

/** The clock does not allow an id. */
public final class ClockException extends IdGenerationException {

  @Serial private static final long serialVersionUID = 1L;

  /** What is wrong with the clock. */
  public enum Reason {
    /** This host's clock and the store's differ by more than is allowed. */
    OFFSET,
    /** The clock is behind the last id by more than waiting can bridge. */
    BEHIND_LAST_ID,
    /** The clock is before the layout's epoch. */
    BEFORE_EPOCH,
    /** The clock is past the last instant that the layout can express. */
    PAST_LAST_INSTANT
  }

  private final Reason reason;

  ClockException(Reason reason, String message) {
    super(message, null);
    this.reason = reason;
  }

  /** Returns what is wrong with the clock. */
  public Reason reason() {
    return reason;
  }
}
