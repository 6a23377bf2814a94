package dev.snowflakeid;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a generator has counted since it was built. Counts never go down.
 *
 * @param idsIssued ids that were handed out, those of a batch that failed included
 * @param sequenceWaits how often a caller waited because all ids of a millisecond were issued
 * @param sequenceWaitTime how long they waited for that, all together
 * @param refusals exceptions thrown instead of an id, by reason; every reason has an entry
 * @param storeCalls conversations of the renewal thread with the lease store; every possible pair
 *     of operation and outcome has an entry
 * @param clockOffsetMillis this generator's clock minus the store's at the last look, in ms, to
 *     within half a round trip; empty for a store without a clock
 * @param workers the worker ids of the namespace at the last look; null before the first. While
 *     somebody reads these metrics, the renewal thread looks about once a minute
 */
public record GeneratorMetrics(
    long idsIssued,
    long sequenceWaits,
    Duration sequenceWaitTime,
    Map<Refusal, Long> refusals,
    Map<StoreCall, Timing> storeCalls,
    OptionalLong clockOffsetMillis,
    @Nullable Workers workers) {

  /** Why there was no id. */
  public enum Refusal {
    STARTING,
    NO_FREE_WORKER,
    STORE_UNREACHABLE,
    RANGE_EXHAUSTED,
    REVALIDATING,
    LEASE_LOST,
    QUARANTINE,
    INTERRUPTED,
    CLOSED,
    /** The clock forbids it: {@link ClockException}. */
    CLOCK,
    /** The namespace has another layout: {@link ConfigurationMismatchException}. */
    CONFIGURATION;

    static Refusal of(IdGenerationException refusal) {
      if (refusal instanceof LeaseUnavailableException e) {
        return valueOf(e.reason().name());
      }
      return refusal instanceof ClockException ? CLOCK : CONFIGURATION;
    }

    /** As metrics spell it, such as {@code no_free_worker}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What the renewal thread did, and what came of it. */
  public enum StoreCall {
    ACQUIRED,
    /** No worker was acquired; tried again. */
    NOT_ACQUIRED,
    RENEWED,
    /** The store did not acknowledge a renewal; tried again. */
    NOT_RENEWED,
    /** The store says that another holder has the worker. */
    LOST,
    RELEASED,
    /** The store did not acknowledge a release; the time to live frees the worker. */
    NOT_RELEASED;

    /** As metrics spell it, such as {@code not_renewed}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * How often, and how long all together.
   *
   * @param count how often
   * @param total sum of the times
   */
  public record Timing(long count, Duration total) {}

  /**
   * The worker ids of a namespace.
   *
   * @param live held now
   * @param cooling held once and not closed cleanly: at rest until the reserved timestamps have
   *     passed
   * @param closed closed cleanly, or never used: free
   * @param poisoned at rest for longer than any holder with a sane clock could have reserved
   */
  public record Workers(long live, long cooling, long closed, long poisoned) {}
}
