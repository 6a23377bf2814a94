package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.InMemoryLeaseStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kind of fault: at low rates all sequences are 0, and whoever takes the low bits gets one value.
 */
class SpreadSequenceTest {

  private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
  private static final long START = 54_310_400_000L;

  private final LongAdder issued = new LongAdder();
  private final Lease lease = lease(true);

  private Lease lease(boolean spread) {
    Lease open = new Lease(LAYOUT, 17, START, spread, issued);
    open.publishLimit(Long.MAX_VALUE);
    return open;
  }

  private static long[] histogram(Lease lease, int every, int ids) {
    long[] counts = new long[16];
    for (int i = 0; i < ids; i++) {
      counts[(int) (lease.claim(START + 1 + (long) i * every, 1) % 16)]++;
    }
    return counts;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 10, 16, 20, 50, 64, 100, 200, 1_000, 1_024, 3_600_000})
  void shouldUseAllLowBitsEvenlyHoweverRegularlyIdsAreTaken(int everyMillis) {
    long[] counts = histogram(lease, everyMillis, 16_000);
    long least = Arrays.stream(counts).min().orElseThrow();
    long most = Arrays.stream(counts).max().orElseThrow();
    assertTrue(least > 900 && most < 1_100, Arrays.toString(counts));
  }

  @Test
  void shouldStartAtZeroUnlessTold() {
    assertEquals(16_000, histogram(lease(false), 10, 16_000)[0]);
  }

  @Test
  void shouldAscendWithinTheMillisecondAndBelowTheNext() {
    Random random = new Random(5);
    long tick = START;
    long before = -1;
    for (int i = 0; i < 100_000; i++) {
      tick += random.nextInt(3);
      long id = lease.claim(tick, 1);
      assertTrue(id > before || id == Lease.FULL, "not ascending in step " + i);
      before = Math.max(before, id);
      assertEquals(17, LAYOUT.workerOf(before));
      assertEquals(tick, LAYOUT.instantOf(before).toEpochMilli() - LAYOUT.epochMillis());
    }
  }

  @Test
  void shouldLoseAtMostFifteenIdsOfAMillisecondAndNoneAtTheCeiling() {
    long first = lease.claim(START + 1_000, 4_096);
    int start = LAYOUT.sequenceOf(first);
    assertTrue(start < 16);
    assertEquals(4_096 - start, lease.claimed(first, 4_096));
    assertEquals(Lease.FULL, lease.claim(START + 1_000, 1));
    for (int tick = 1_001; tick < 2_000; tick++) {
      long id = lease.claim(START + tick, 4_096);
      assertEquals(0, LAYOUT.sequenceOf(id), "the millisecond before was used up");
      assertEquals(4_096, lease.claimed(id, 4_096));
    }
  }

  @Test
  void shouldTakeUpTheSpreadAgainWhenTheRushIsOver() {
    int zeros = 0;
    for (int i = 0; i < 1_000; i++) {
      long tick = START + 10L * i;
      lease.claim(tick, 4_096);
      zeros += LAYOUT.sequenceOf(lease.claim(tick + 2, 1)) == 0 ? 1 : 0;
    }
    assertTrue(zeros < 100, "zeros=" + zeros);
  }

  @Test
  void shouldCountOnlyWhatWasIssued() {
    long given = 0;
    Random random = new Random(3);
    for (int i = 0; i < 10_000; i++) {
      int wanted = random.nextInt(6_000) + 1;
      long first = lease.claim(START + i / 2, wanted);
      given += first < 0 ? 0 : lease.claimed(first, wanted);
      assertEquals(given, issued.sum() + lease.issuedInLastTick());
    }
    lease.seal();
    assertEquals(given, issued.sum());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldSpreadTheIdsOfAGeneratorThatIsToldTo(boolean spread) {
    Hosts hosts = new Hosts();
    LeaseSettings base = Hosts.settings();
    LeaseSettings settings =
        new LeaseSettings(
            base.namespace(),
            base.layout(),
            base.firstWorker(),
            base.lastWorker(),
            base.ttl(),
            base.renewEvery(),
            base.maxOffset(),
            base.strict(),
            spread,
            base.owner());
    Hosts.Host host = hosts.new Host(new InMemoryLeaseStore(hosts::storeTime), settings);
    host.step();
    Set<Integer> sequences = new TreeSet<>();
    for (int i = 0; i < 1_000; i++) {
      host.run(Duration.ofMillis(10));
      sequences.add(LAYOUT.sequenceOf(host.claim()));
    }
    assertEquals(spread ? 16 : 1, sequences.size(), sequences.toString());
  }
}
