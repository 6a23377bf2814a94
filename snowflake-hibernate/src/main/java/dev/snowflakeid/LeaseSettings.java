package dev.snowflakeid;

import java.time.Duration;

/**
 * What a lease needs to know, validated by {@link SnowflakeGeneratorBuilder}.
 *
 * @param firstWorker lowest worker id of the range
 * @param lastWorker highest worker id of the range
 * @param ttl time to live of a lease, and how far its timestamps are reserved ahead
 * @param spread whether the sequence starts at a varying value in each millisecond
 */
record LeaseSettings(
    String namespace,
    SnowflakeLayout layout,
    int firstWorker,
    int lastWorker,
    Duration ttl,
    Duration renewEvery,
    Duration maxOffset,
    boolean strict,
    boolean spread,
    String owner) {

  // Short at first, so that crash loops cost little and a lossy failover finds few fresh leases.
  private static final Duration FIRST_TTL = Duration.ofSeconds(15);
  private static final Duration FIRST_RENEWAL = Duration.ofSeconds(3);

  LeaseSettings(
      String namespace,
      SnowflakeLayout layout,
      int firstWorker,
      int lastWorker,
      Duration ttl,
      Duration renewEvery,
      Duration maxOffset,
      boolean strict,
      String owner) {
    this(
        namespace,
        layout,
        firstWorker,
        lastWorker,
        ttl,
        renewEvery,
        maxOffset,
        strict,
        false,
        owner);
  }

  long ttlMillis() {
    return ttl.toMillis();
  }

  long maxOffsetMillis() {
    return maxOffset.toMillis();
  }

  /** TTL and horizon of the first reservation, in ms. */
  long firstTtlMillis() {
    boolean usable =
        FIRST_TTL.compareTo(ttl) < 0 && FIRST_TTL.compareTo(maxOffset.multipliedBy(2)) > 0;
    return (usable ? FIRST_TTL : ttl).toMillis();
  }

  /** When the first reservation is raised to the full one, in ns. */
  long firstRenewalNanos() {
    return Math.min(FIRST_RENEWAL.toNanos(), renewEvery.toNanos());
  }

  /** The effective configuration in words. */
  String describe() {
    return "workers=%s-%s %s ttl=%s renew=%s max-offset=%s"
        .formatted(firstWorker, lastWorker, layout, ttl, renewEvery, maxOffset);
  }
}
