package dev.snowflakeid.benchmarks;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeLayout;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one id costs where the format does not limit it: 20 bits of sequence allow 1,048,576 ids per
 * ms. The rulers are a reading of either clock, and a reading with one compare-and-set, the least
 * that a generator with a clock can do.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class NextBenchmark {

  private static final int BATCH = 1_000;

  private final AtomicLong last = new AtomicLong();
  private final long[] batch = new long[BATCH];
  private SnowflakeGenerator generator = Kind.generator(layout());

  private static SnowflakeLayout layout() {
    return new SnowflakeLayout(SnowflakeLayout.DEFAULT.epoch(), 2, 20);
  }

  @Setup(Level.Trial)
  public void open() {
    generator.next();
  }

  @TearDown(Level.Trial)
  public void close() {
    generator.close();
  }

  @Benchmark
  public long next() {
    return generator.next();
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long[] nextOfBatch() {
    generator.next(batch);
    return batch;
  }

  @Benchmark
  public long currentTimeMillis() {
    return System.currentTimeMillis();
  }

  @Benchmark
  public long nanoTime() {
    return System.nanoTime();
  }

  @Benchmark
  public boolean nanoTimeAndCompareAndSet() {
    long before = last.get();
    return last.compareAndSet(before, before + (System.nanoTime() & 0xFF));
  }
}
