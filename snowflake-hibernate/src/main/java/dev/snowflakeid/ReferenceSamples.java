package dev.snowflakeid;

import dev.snowflakeid.clock.ClockSample;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;

/**
 * The last looks at a reference clock. The one with the shortest round trip says most; all of them
 * are forgotten as soon as one contradicts them, for then the clock was set.
 */
final class ReferenceSamples {

  private static final int KEPT = 4; // 40 s of renewals: quartz drifts by about 1 ms in it
  private static final long TOLERANCE_NANOS = 2_000_000; // that, and the ms that stores tell

  private final Deque<ClockSample> samples = new ArrayDeque<>();

  /** Adds a sample and returns the best of those that are kept. */
  ClockSample add(ClockSample sample) {
    samples.removeIf(earlier -> contradict(earlier, sample));
    if (samples.size() == KEPT) {
      samples.removeFirst();
    }
    samples.addLast(sample);
    return samples.stream()
        .min(Comparator.comparingLong(ClockSample::roundTripNanos))
        .orElse(sample);
  }

  private static boolean contradict(ClockSample a, ClockSample b) {
    long uncertain = (a.roundTripNanos() + b.roundTripNanos()) / 2 + TOLERANCE_NANOS;
    return Math.abs(a.at(b.nanos()) - b.unixNanos()) > uncertain;
  }
}
