package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class LeaseTest {

  private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
  private static final int WORKER = 17;

  private static long id(long tick, int sequence) {
    return LAYOUT.compose(LAYOUT.epochMillis() + tick, WORKER, sequence);
  }

  private static Lease lease(long floor, long limit) {
    Lease lease = new Lease(LAYOUT, WORKER, floor, new LongAdder());
    lease.publishLimit(limit);
    return lease;
  }

  /** Kind of fault: state changed before the clock was looked at. */
  @Test
  void shouldNotGoBackWhenTheClockDoes() {
    Lease lease = lease(0, 100);
    assertEquals(id(5, 0), lease.claim(5, 1));
    assertEquals(id(5, 1), lease.claim(5, 1));
    assertEquals(id(5, 2), lease.claim(4, 1));
    assertEquals(id(5, 3), lease.claim(5, 1));
    assertEquals(id(6, 0), lease.claim(6, 1));
  }

  @Test
  void shouldStartAtTheFloorEvenIfTheClockIsBehindIt() {
    Lease lease = lease(7, 100);
    assertEquals(Lease.FULL, lease.claim(5, 1));
    assertEquals(id(7, 0), lease.claim(7, 1));
  }

  @Test
  void shouldIssueNothingAtOrAboveTheLimit() {
    Lease lease = lease(0, 10);
    assertEquals(id(9, 0), lease.claim(9, 1));
    assertEquals(Lease.BEYOND_LIMIT, lease.claim(10, 1));
    assertEquals(Lease.BEYOND_LIMIT, lease.claim(1_000, 1));
    assertTrue(lease.open(9));
    assertFalse(lease.open(10));
    lease.publishLimit(11);
    assertEquals(id(10, 0), lease.claim(10, 1));
  }

  @Test
  void shouldIssueNothingBeforeALimitIsPublished() {
    Lease lease = new Lease(LAYOUT, WORKER, 5, new LongAdder());
    assertEquals(Lease.BEYOND_LIMIT, lease.claim(5, 1));
    assertEquals(Lease.BEYOND_LIMIT, lease.claim(6, 1));
  }

  @Test
  void shouldNotGoOnWithAMillisecondThatALowerLimitHasCutOff() {
    Lease lease = lease(0, 10);
    assertEquals(id(9, 0), lease.claim(9, 1));
    lease.publishLimit(9);
    assertEquals(Lease.BEYOND_LIMIT, lease.claim(9, 1));
    assertEquals(Lease.BEYOND_LIMIT, lease.claim(8, 1), "the tick that would go out is still 9");
  }

  @Test
  void shouldRefuseTheIdAfterTheLastSequenceUntilTheNextMillisecond() {
    Lease lease = lease(0, 10);
    for (int sequence = 0; sequence < 4096; sequence++) {
      assertEquals(id(3, sequence), lease.claim(3, 1));
    }
    assertEquals(Lease.FULL, lease.claim(3, 1));
    assertEquals(Lease.FULL, lease.claim(2, 1));
    assertEquals(id(4, 0), lease.claim(4, 1));
  }

  @Test
  void shouldClaimInOneStepWhatAMillisecondStillHas() {
    Lease lease = lease(0, 10);
    assertEquals(id(3, 0), lease.claim(3, 4000));
    assertEquals(4000, lease.claimed(id(3, 0), 4000));
    assertEquals(id(3, 4000), lease.claim(3, 4000));
    assertEquals(96, lease.claimed(id(3, 4000), 4000));
    assertEquals(Lease.FULL, lease.claim(3, 1));
    assertEquals(id(4, 0), lease.claim(4, Integer.MAX_VALUE));
    assertEquals(4096, lease.claimed(id(4, 0), Integer.MAX_VALUE));
  }

  @Test
  void shouldIssueTheVeryLastIdOfTheLayoutAndNoneAfterIt() {
    long last = LAYOUT.maxTick();
    Lease lease = new Lease(LAYOUT, 1023, last, new LongAdder());
    lease.publishLimit(Long.MAX_VALUE);
    assertEquals(Long.MAX_VALUE - 4095, lease.claim(last, 4096));
    assertEquals(Lease.FULL, lease.claim(last, 1));
    assertEquals(Lease.BEYOND_LIMIT, lease.claim(last + 1, 1));
    assertEquals(last + 1, lease.seal());
  }

  @Test
  void shouldIssueTheVeryFirstIdOfTheLayout() {
    Lease lease = new Lease(LAYOUT, 0, 0, new LongAdder());
    lease.publishLimit(1);
    assertEquals(0, lease.claim(0, 1));
  }

  @Test
  void shouldIssueNothingOnceSealedAndTellOnlyTheFirstWhoSeals() {
    Lease lease = lease(0, 10);
    assertEquals(id(4, 0), lease.claim(4, 1));
    assertEquals(5, lease.seal());
    assertEquals(-1, lease.seal());
    assertEquals(Lease.SEALED, lease.claim(6, 1));
    assertFalse(lease.open(6));
    assertTrue(lease.lastTick() < -1, "no tick to wait for");
  }

  @Test
  void shouldTellTheFloorWhenSealedUnused() {
    assertEquals(7, lease(7, 10).seal());
    assertEquals(Lease.SEALED, Lease.none(LAYOUT).claim(1, 1));
  }
}
