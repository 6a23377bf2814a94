package dev.snowflakeid.benchmarks;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How long a caller waits for an id who wants one every 20 µs, an eightieth of what the format has.
 * All kinds take turns in one process, so what the machine does to one it does to all. What a
 * reading of the wall clock takes in the same loop is the ruler.
 *
 * <p>Arguments: calls per kind.
 */
public final class LatencyTable {

  private static final long PACE_NANOS = 20_000;
  private static final int TURN = 2_000;

  private final Map<Kind, LongSupplier> sources = new EnumMap<>(Kind.class);
  private final Map<Kind, long[]> taken = new EnumMap<>(Kind.class);
  private long sum;

  private LatencyTable(int calls) {
    for (Kind kind : Kind.values()) {
      sources.put(kind, kind.open());
      taken.put(kind, new long[calls]);
    }
  }

  public static void main(String[] args) {
    int calls = args.length == 0 ? 500_000 : Integer.parseInt(args[0]);
    new LatencyTable(Math.min(calls, 100_000)).measure(); // compiles what is measured next
    LatencyTable table = new LatencyTable(calls);
    table.measure();
    table.print();
    System.exit(table.sum == 0 ? 1 : 0); // the sum keeps the calls alive; some threads are not ours
  }

  private void measure() {
    int calls = taken.get(Kind.CURRENT_TIME_MILLIS).length;
    for (int from = 0; from < calls; from += TURN) {
      int to = Math.min(from + TURN, calls);
      for (Kind kind : Kind.values()) {
        turn(sources.get(kind), taken.get(kind), from, to);
      }
    }
  }

  private void turn(LongSupplier ids, long[] nanos, int from, int to) {
    long next = System.nanoTime();
    for (int i = from; i < to; i++) {
      next += PACE_NANOS;
      long start = System.nanoTime();
      while (start < next) {
        Thread.onSpinWait();
        start = System.nanoTime();
      }
      next = start; // what a pause of the machine has cost is not caught up with
      sum += ids.getAsLong();
      nanos[i] = System.nanoTime() - start;
    }
  }

  private void print() {
    System.out.printf(
        "%n%-22s %8s %8s %8s %9s %8s%n", "ns", "p50", "p99", "p99.9", "p99.99", "/ruler");
    long[] ruler = taken.get(Kind.CURRENT_TIME_MILLIS);
    Arrays.sort(ruler);
    taken.forEach(
        (kind, nanos) -> {
          Arrays.sort(nanos);
          System.out.printf(
              "%-22s %8d %8d %8d %9d %8.2f%n",
              kind,
              at(nanos, 0.5),
              at(nanos, 0.99),
              at(nanos, 0.999),
              at(nanos, 0.9999),
              (double) at(nanos, 0.9999) / at(ruler, 0.9999));
        });
  }

  private static long at(long[] sorted, double quantile) {
    return sorted[(int) Math.min(sorted.length - 1, Math.ceil(quantile * sorted.length))];
  }
}
