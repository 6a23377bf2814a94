package dev.snowflakeid.examples.locality;

/**
 * The order in which rows reach the database; the same numbers give the same order.
 *
 * @param rowsPerMilli rows per millisecond, of all workers together
 * @param roundTripMillis round trip to the store, whose half is what alignment leaves of a skew
 * @param delayMillis the time from id to insert is spread evenly over 0 to this many milliseconds
 * @param seed of the random numbers
 */
public record Arrival(double rowsPerMilli, double roundTripMillis, double delayMillis, long seed) {

  public static final Arrival DEFAULT = new Arrival(10, 2, 0, 42);

  public Arrival {
    if (!(rowsPerMilli > 0 && rowsPerMilli <= 4096)) {
      throw new IllegalArgumentException(
          "rows per ms must be above 0, at most 4096: rows-per-ms=" + rowsPerMilli);
    }
    if (!(roundTripMillis >= 0 && roundTripMillis <= 60_000)) {
      throw new IllegalArgumentException(
          "a round trip must be 0 to 60000 ms: round-trip=" + roundTripMillis);
    }
    if (!(delayMillis >= 0 && delayMillis <= 60_000)) {
      throw new IllegalArgumentException("a delay must be 0 to 60000 ms: delay=" + delayMillis);
    }
  }
}
