package dev.snowflakeid;

import dev.snowflakeid.clock.ClockSample;
import dev.snowflakeid.clock.ReferenceClock;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands in for the clock that a store does not have: a clock elsewhere is asked before an
 * acquisition and after each renewal. A store that tells its time makes it idle.
 */
final class ReferenceTime {

  private static final Logger log = LoggerFactory.getLogger(SnowflakeGenerator.class);

  private final ReferenceClock reference;
  private final LeaseSettings settings;
  private final GeneratorClock clock;
  private boolean silent;

  ReferenceTime(ReferenceClock reference, LeaseSettings settings, GeneratorClock clock) {
    this.reference = reference;
    this.settings = settings;
    this.clock = clock;
    clock.reference();
  }

  /**
   * Before an acquisition. If the reference does not answer, nothing is refused: the bounds alone
   * keep ids unique.
   *
   * @throws ClockException if this host's clock is off by more than is allowed
   */
  void admit() {
    clock.anchor();
    ClockSample sample = consult();
    if (sample == null) {
      return;
    }
    long offset = clock.leastOffsetMillis(sample);
    if (Math.abs(offset) > settings.maxOffsetMillis()) {
      throw new ClockException(
          ClockException.Reason.OFFSET,
          "this host's clock is at least %s ms %s %s; the limit is %s ms; correct the clock: namespace=%s"
              .formatted(
                  Math.abs(offset),
                  offset > 0 ? "ahead of" : "behind",
                  reference,
                  settings.maxOffsetMillis(),
                  settings.namespace()));
    }
  }

  /** Corrects T by the reference, or does not advance it if there is no answer. */
  @Nullable ClockSample consult() {
    if (clock.storeTellsTime()) {
      return null;
    }
    try {
      ClockSample sample = reference.read();
      clock.correct(sample);
      if (silent) {
        log.info("The reference clock answers again: {}", reference);
        silent = false;
      }
      return sample;
    } catch (IOException | RuntimeException e) {
      if (!silent) {
        log.warn(
            "No reference clock: until one answers, this generator's clock is not put forward"
                + " where the system's is: namespace={}: {}",
            settings.namespace(),
            e.getMessage());
        silent = true;
      }
      return null;
    }
  }
}
