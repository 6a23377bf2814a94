package dev.snowflakeid.lease.zookeeper;

/**
 * The time of the ensemble's leader, from one write and the monotonic clock since.
 *
 * @param millis modification time of the write, in Unix ms
 * @param sentNanos monotonic reading before the write was sent
 * @param receivedNanos monotonic reading after its answer came
 */
record ServerTime(long millis, long sentNanos, long receivedNanos) {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The earliest it can be by now, in Unix ms. */
  long earliest(long nowNanos) {
    return millis + (nowNanos - receivedNanos) / NANOS_PER_MILLI;
  }

  /** The latest it can be by now, in Unix ms. */
  long latest(long nowNanos) {
    return millis + 1 + (nowNanos - sentNanos) / NANOS_PER_MILLI + 1;
  }

  /** Whether a reading is surely within the offset. */
  boolean isWithin(long maxOffsetMillis, long reading, long nowNanos) {
    return latest(nowNanos) - reading <= maxOffsetMillis
        && reading - earliest(nowNanos) <= maxOffsetMillis;
  }

  long ageNanos(long nowNanos) {
    return nowNanos - sentNanos;
  }
}
