package dev.snowflakeid.clock;

/**
 * What another clock has shown, seen over a network.
 *
 * @param nanos reading of this process's {@link MonotonicClock} in the middle of the round trip
 * @param unixNanos what the other clock showed, in Unix ns; it was read at some time of the round
 *     trip, so it is right to within half of it
 * @param roundTripNanos time in ns between sending and receiving, less what the other side needed
 */
public record ClockSample(long nanos, long unixNanos, long roundTripNanos) {

  /** What was shown at some time between two readings of the monotonic clock. */
  public static ClockSample between(long sentNanos, long receivedNanos, long unixNanos) {
    long roundTrip = receivedNanos - sentNanos;
    return new ClockSample(sentNanos + roundTrip / 2, unixNanos, roundTrip);
  }

  /** What the other clock shows in Unix ns when the monotonic clock shows {@code atNanos}. */
  public long at(long atNanos) {
    return unixNanos + (atNanos - nanos);
  }
}
