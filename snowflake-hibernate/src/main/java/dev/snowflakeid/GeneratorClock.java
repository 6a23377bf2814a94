package dev.snowflakeid;

import dev.snowflakeid.clock.MonotonicClock;
import dev.snowflakeid.clock.WallClock;
import java.util.OptionalLong;

/**
 * The one clock of a generator: <em>T = anchor + monotonic clock</em>.
 *
 * <p>Candidates, bounds, the guard and the ids themselves all read T, so a wall clock that steps or
 * jitters in a running process changes nothing by itself. T is anchored to the wall clock, both
 * ways, until {@link #fix()} is called before the first id. From then on it never goes back. It
 * follows the wall clock only as far as a second witness, the store's clock, agrees: forward at
 * once, backward by running at 7/8 of its speed until the excess is gone, or at 1/8 where the
 * excess is more than the maximal offset. Without a witness all advance together is limited to the
 * maximal offset.
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
   * From {@code nanos} on, {@code time} (Unix ns) runs on, {@code excess} ns too far ahead.
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
      return time + elapsed - Math.min(slow ? elapsed - eighth : eighth, excess);
    }
  }

  private final WallClock wall;
  private final MonotonicClock monotonic;
  private final long maxOffsetNanos;

  private volatile Segment segment;
  private volatile OptionalLong offsetMillis = OptionalLong.empty();
  private boolean fixed;
  private long unconfirmedNanos;

  GeneratorClock(WallClock wall, MonotonicClock monotonic, long maxOffsetMillis) {
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

  /** Ends the free anchoring: from here on T never goes back. */
  void fix() {
    fixed = true;
  }

  /**
   * Lets T follow the wall clock as far as the store's clock agrees with it. Before {@link #fix()},
   * or if the answer took longer than 500 ms, it does nothing.
   *
   * @param sentNanos monotonic reading before the request was sent
   * @param storeTime the store's clock in Unix ms, read between sending and now
   */
  void correct(long sentNanos, OptionalLong storeTime) {
    long now = monotonic.nanos();
    if (now - sentNanos > MAX_ROUND_TRIP) {
      return;
    }
    long time = segment.at(now);
    noteOffset(time - (now - sentNanos) / 2, storeTime);
    if (!fixed) {
      return;
    }
    long wallTime = wall.millis() * NANOS_PER_MILLI;
    long step = wallTime - time;
    if (storeTime.isPresent()) {
      long storeNow = storeTime.getAsLong() * NANOS_PER_MILLI + (now - sentNanos) / 2;
      if (Math.abs(wallTime - storeNow) > maxOffsetNanos) {
        return;
      }
    } else if (Math.abs(step) > maxOffsetNanos) {
      return;
    } else if (step > DEAD_BAND) {
      step = Math.min(step, maxOffsetNanos - unconfirmedNanos);
      unconfirmedNanos += Math.max(step, 0);
    }
    if (step > DEAD_BAND) {
      segment = new Segment(now, time + step, 0, false);
    } else {
      long excess = step < -DEAD_BAND ? -step : 0;
      segment = new Segment(now, time, excess, excess > maxOffsetNanos);
    }
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

  private void noteOffset(long timeAtStore, OptionalLong storeTime) {
    if (storeTime.isPresent()) {
      offsetMillis = OptionalLong.of(timeAtStore / NANOS_PER_MILLI - storeTime.getAsLong());
    }
  }

  private Segment anchored() {
    return new Segment(monotonic.nanos(), wall.millis() * NANOS_PER_MILLI, 0, false);
  }
}
