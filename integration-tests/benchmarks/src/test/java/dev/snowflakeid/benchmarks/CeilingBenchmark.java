package dev.snowflakeid.benchmarks;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Ids per ms when callers want more than the format has: 4,096 per ms is the ceiling of 12 bits.
 * {@link CpuProfiler} adds what that takes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
public class CeilingBenchmark {

  @Param private Kind kind = Kind.SNOWFLAKE_HIBERNATE;

  private LongSupplier ids = () -> 0;

  @Setup(Level.Trial)
  public void open() {
    ids = kind.open();
  }

  @Benchmark
  public long next() {
    return ids.getAsLong();
  }
}
