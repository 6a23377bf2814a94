package dev.snowflakeid;

import dev.snowflakeid.clock.ClockSample;
import dev.snowflakeid.clock.MonotonicClock;
import dev.snowflakeid.clock.WallClock;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The one clock of a generator: <em>T = anchor + monotonic clock</em>.
 *
 * <p>Candidates, bounds, the guard and the ids themselves all read T, so a wall clock that steps or
 * jitters in a running process changes nothing by itself. T is anchored to the wall clock, both
 * ways, until {@link #fix()} is called before the first id. From then on it never goes back. It
 * follows the wall clock only as far as a second witness, the store's clock or a reference clock,
 * agrees to within the maximal offset: forward at once, backward by running at 7/8 of its speed
 * until the excess is gone, or at 1/8 where the excess is more than the maximal offset. Without a
 * witness all advance together is limited to the maximal offset; where there is a reference clock
 * and it does not answer, there is none.
 *
 * <p>If <em>aligned</em>, T follows the witness instead, under the same condition, so it is never
 * led further from the wall clock than the maximal offset: in one step before the first id, unless
 * the look is too vague to tell the difference, then at 7/8 or 9/8 of its speed until the
 * difference is gone. What counts is the witness as seen with the shortest of the last round trips.
 *
 * <p>Reads are lock-free and may come from any thread; anchoring and correcting belong to the
 * renewal thread.
 */
final class GeneratorClock {

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int EIGHTH = 3; // as a shift; 2 s of excess are gone in 16 s
  private static final long DEAD_BAND = 2 * NANOS_PER_MILLI; // the wall clock's own resolution
  private static final long MAX_ROUND_TRIP = 500 * NANOS_PER_MILLI; // a slower answer says little

  /**
   * From {@code nanos} on, {@code time} (Unix ns) runs on, {@code excess} ns too far ahead, or
   * behind if negative.
   *
   * @param slow whether the excess is to go at 7/8 of the elapsed time, rather than at 1/8
   */
  private record Segment(long nanos, long time, long excess, boolean slow) {

    long at(long now) {
      long elapsed = now - nanos;
      if (excess == 0) {
        return time + elapsed;
      }
      long eighth = elapsed >> EIGHTH;
      if (excess < 0) {
        return time + elapsed + Math.min(eighth, -excess);
      }
      return time + elapsed - Math.min(slow ? elapsed - eighth : eighth, excess);
    }
  }

  private final WallClock wall;
  private final MonotonicClock monotonic;
  private final long maxOffsetNanos;
  private final boolean aligned;
  private final ReferenceSamples samples = new ReferenceSamples();

  private volatile Segment segment;
  private volatile OptionalLong offsetMillis = OptionalLong.empty();
  private boolean fixed;
  private boolean referenced;
  private boolean storeTellsTime;
  private @Nullable ClockSample witness;
  private long unconfirmedNanos;

  GeneratorClock(WallClock wall, MonotonicClock monotonic, long maxOffsetMillis) {
    this(wall, monotonic, maxOffsetMillis, false);
  }

  GeneratorClock(WallClock wall, MonotonicClock monotonic, long maxOffsetMillis, boolean aligned) {
    this.aligned = aligned;
    this.wall = wall;
    this.monotonic = monotonic;
    this.maxOffsetNanos = maxOffsetMillis * NANOS_PER_MILLI;
    this.segment = anchored();
  }

  /** T in Unix ms. */
  long millis() {
    return nanos() / NANOS_PER_MILLI;
  }

  /** T in Unix ns. */
  long nanos() {
    Segment now = segment;
    return now.at(monotonic.nanos());
  }

  /** The monotonic clock, in ns. */
  long monotonicNanos() {
    return monotonic.nanos();
  }

  /** Nanoseconds of T from now to the given Unix ms. */
  long nanosUntil(long unixMillis) {
    return unixMillis * NANOS_PER_MILLI - nanos();
  }

  /** T minus the store's clock at the last answer that was quick enough, in ms. */
  OptionalLong offsetMillis() {
    return offsetMillis;
  }

  /** Sets T to the wall clock, unless it is fixed. */
  void anchor() {
    if (!fixed) {
      segment = anchored();
    }
  }

  /**
   * Sets T to what it was at an earlier reading and the time since, unless it is fixed.
   *
   * @param nanos monotonic reading then
   * @param millis T then, in Unix ms
   */
  void anchor(long nanos, long millis) {
    if (!fixed) {
      segment = new Segment(nanos, millis * NANOS_PER_MILLI, 0, false);
    }
  }

  /** Ends the free anchoring: from here on T never goes back. */
  void fix() {
    fixed = true;
  }

  /**
   * Corrects T by an answer of the store. Before {@link #fix()}, unless aligned, or if the answer
   * took longer than 500 ms, it only notes the offset.
   *
   * @param sentNanos monotonic reading before the request was sent
   * @param storeTime the store's clock in Unix ms, read between sending and now
   */
  void correct(long sentNanos, OptionalLong storeTime) {
    long now = monotonic.nanos();
    if (storeTime.isPresent()) {
      storeTellsTime = true;
      correct(ClockSample.between(sentNanos, now, storeTime.getAsLong() * NANOS_PER_MILLI));
    } else if (referenced) {
      if (!fixed) {
        steerByWitness(); // once more: T has been anchored since
      }
    } else if (fixed && now - sentNanos <= MAX_ROUND_TRIP) {
      advanceWithoutWitness(now);
    }
  }

  /** Corrects T by a clock elsewhere; a round trip of more than 500 ms says too little. */
  void correct(ClockSample sample) {
    if (sample.roundTripNanos() > MAX_ROUND_TRIP) {
      return;
    }
    long atSample = nanos() - (monotonic.nanos() - sample.nanos());
    offsetMillis =
        OptionalLong.of(atSample / NANOS_PER_MILLI - sample.unixNanos() / NANOS_PER_MILLI);
    witness = aligned ? samples.add(sample) : sample;
    steerByWitness();
  }

  /** From here on a clock elsewhere confirms what T does, if the store has none. */
  void reference() {
    referenced = true;
  }

  /** Whether the store has ever told its time. */
  boolean storeTellsTime() {
    return storeTellsTime;
  }

  /** Whether T is to follow a witness, and there is none. */
  boolean alignedToNothing() {
    return aligned && !storeTellsTime && !referenced;
  }

  /** Whether T is to follow a witness. */
  boolean isAligned() {
    return aligned;
  }

  /** What elapsed time is read from. */
  MonotonicClock monotonic() {
    return monotonic;
  }

  /** Whether T is to follow the store's clock and may still be set by it. */
  boolean seeksWitness() {
    return aligned && storeTellsTime && !fixed;
  }

  private void steerByWitness() {
    ClockSample seen = witness;
    long now = monotonic.nanos();
    long wallTime = wall.millis() * NANOS_PER_MILLI;
    if (seen == null || Math.abs(wallTime - seen.at(now)) > maxOffsetNanos) {
      return;
    }
    long time = segment.at(now);
    if (!aligned) {
      if (fixed) {
        follow(now, time, wallTime - time);
      }
    } else if (fixed) {
      slew(now, time, seen.at(now) - time);
    } else {
      // Within the uncertainty of the look the wall clock may be the better one.
      boolean differs = Math.abs(seen.at(now) - wallTime) > seen.roundTripNanos() / 2;
      segment = new Segment(now, differs ? seen.at(now) : wallTime, 0, false);
    }
  }

  private void advanceWithoutWitness(long now) {
    long time = segment.at(now);
    long step = wall.millis() * NANOS_PER_MILLI - time;
    if (Math.abs(step) > maxOffsetNanos) {
      return;
    }
    if (step > DEAD_BAND) {
      step = Math.min(step, maxOffsetNanos - unconfirmedNanos);
      unconfirmedNanos += Math.max(step, 0);
    }
    follow(now, time, step);
  }

  private void follow(long now, long time, long step) {
    if (step > DEAD_BAND) {
      segment = new Segment(now, time + step, 0, false);
    } else {
      long excess = step < -DEAD_BAND ? -step : 0;
      segment = new Segment(now, time, excess, excess > maxOffsetNanos);
    }
  }

  private void slew(long now, long time, long step) {
    segment =
        step > maxOffsetNanos
            ? new Segment(now, time + step, 0, false) // the process was suspended
            : new Segment(now, time, -step, -step > maxOffsetNanos);
  }

  /**
   * T minus the store's clock in ms, positive if this host is ahead; the smallest difference that
   * the time the answer took allows, so that a slow answer does not look like a wrong clock.
   *
   * @param sentNanos monotonic reading before the request was sent
   * @param storeTime the store's clock in Unix ms, read between sending and now
   */
  long leastOffsetMillis(long sentNanos, long storeTime) {
    long now = monotonic.nanos();
    long received = segment.at(now) / NANOS_PER_MILLI - storeTime;
    long sent = received - (now - sentNanos) / NANOS_PER_MILLI;
    return sent > 0 ? sent : Math.min(received, 0);
  }

  /** As above, for a clock elsewhere. */
  long leastOffsetMillis(ClockSample sample) {
    long now = monotonic.nanos();
    long offset = segment.at(now) - sample.at(now);
    long uncertain = sample.roundTripNanos() / 2;
    return Long.signum(offset) * Math.max(Math.abs(offset) - uncertain, 0) / NANOS_PER_MILLI;
  }

  private Segment anchored() {
    return new Segment(monotonic.nanos(), wall.millis() * NANOS_PER_MILLI, 0, false);
  }
}
