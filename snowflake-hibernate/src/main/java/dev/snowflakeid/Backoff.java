package dev.snowflakeid;

import java.time.Duration;
import java.util.Random;

/** Doubling delays with jitter, between two limits. */
final class Backoff {

  private final long minNanos;
  private final long maxNanos;
  private final Random random;
  private int count;

  Backoff(Duration min, Duration max, Random random) {
    this.minNanos = min.toNanos();
    this.maxNanos = max.toNanos();
    this.random = random;
  }

  /** Returns the next delay in ns, between a half and the whole of the doubled one before. */
  long next() {
    long delay = Math.min(maxNanos, minNanos << Math.min(count, 20));
    count++;
    return delay / 2 + (long) (random.nextDouble() * delay / 2);
  }

  /** Returns how many delays there were since the last reset. */
  int count() {
    return count;
  }

  void reset() {
    count = 0;
  }
}
