package dev.snowflakeid;

/**
 * The fast path of a generator: one volatile lease, one clock reading, one comparison, one
 * compare-and-set. No I/O, no lock, no allocation.
 */
final class Sequencer {

  private final GeneratorClock clock;
  private final long epochMillis;

  private volatile Lease lease;

  Sequencer(SnowflakeLayout layout, GeneratorClock clock) {
    this.clock = clock;
    this.epochMillis = layout.epochMillis();
    this.lease = Lease.none(layout);
  }

  /** The lease under which ids are made. */
  Lease lease() {
    return lease;
  }

  /** Changes over to a new lease. The old one has been sealed, and the new one starts above it. */
  void use(Lease next) {
    lease = next;
  }

  /** The clock's reading in ms since the epoch. */
  long tick() {
    return clock.millis() - epochMillis;
  }

  /** Nanoseconds until the clock reaches the tick. */
  long nanosUntil(long tick) {
    return clock.nanosUntil(tick + epochMillis);
  }
}
