package dev.snowflakeid.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeLayout;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an id costs in memory: the same on any machine, whatever else runs there. */
class AllocationTest {

  private static final int CALLS = 100_000;
  private static final int RUNS = 5;

  private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
  private final SnowflakeGenerator generator = Kind.generator(SnowflakeLayout.DEFAULT);

  @AfterEach
  void close() {
    generator.close();
  }

  @Test
  void anIdAllocatesNothingWhetherOrNotItWaits() {
    long waitsBefore = generator.metrics().sequenceWaits();

    assertEquals(0, allocated(this::manyIds));

    assertTrue(
        generator.metrics().sequenceWaits() > waitsBefore, "no call waited: that is not covered");
  }

  @Test
  void aBatchAllocatesNothing() {
    long[] ids = new long[1_000];

    assertEquals(0, allocated(() -> manyBatches(ids)));
  }

  @Test
  void whatIsAllocatedIsSeen() {
    assertTrue(allocated(() -> new long[1_000].clone()) > 8_000);
  }

  private void manyIds() {
    for (int i = 0; i < CALLS; i++) {
      generator.next();
    }
  }

  private void manyBatches(long[] ids) {
    for (int i = 0; i < CALLS / ids.length; i++) {
      generator.next(ids);
    }
  }

  /**
   * Bytes that this thread allocates, the least of several runs: the first ones load classes, and
   * the virtual machine allocates now and then for itself.
   */
  private long allocated(Runnable work) {
    long least = Long.MAX_VALUE;
    for (int run = 0; run < RUNS; run++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      work.run();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }
}
