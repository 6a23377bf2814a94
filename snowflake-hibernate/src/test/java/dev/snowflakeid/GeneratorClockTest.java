package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GeneratorClockTest {

  private static final long START = 1_790_000_000_000L;
  private static final long MAX_OFFSET = 2_000;

  private long wall = START;
  private long monotonic = 77_000_000_000L;
  private long store = START;
  private final GeneratorClock clock = new GeneratorClock(() -> wall, () -> monotonic, MAX_OFFSET);

  private void pass(long millis) {
    wall += millis;
    monotonic += millis * 1_000_000;
    store += millis;
  }

  private void correct() {
    clock.correct(monotonic, OptionalLong.of(store));
  }

  @Test
  void shouldFollowElapsedTimeWhateverTheWallClockDoes() {
    clock.fix();
    pass(1_000);
    wall -= 3_600_000;
    assertEquals(START + 1_000, clock.millis());
    wall += 7_200_000;
    assertEquals(START + 1_000, clock.millis());
  }

  @Test
  void shouldBeAnchoredBothWaysBeforeTheFirstId() {
    wall -= 60_000;
    clock.anchor();
    assertEquals(START - 60_000, clock.millis());
    wall += 120_000;
    clock.anchor();
    assertEquals(START + 60_000, clock.millis());
    clock.fix();
    wall -= 60_000;
    clock.anchor();
    assertEquals(START + 60_000, clock.millis());
  }

  @Test
  void shouldIgnoreAStepOfTheWallClockThatTheStoreDoesNotConfirm() {
    clock.fix();
    wall += 3_600_000;
    correct();
    assertEquals(START, clock.millis());
    wall -= 7_200_000;
    correct();
    assertEquals(START, clock.millis());
  }

  @Test
  void shouldIgnoreAStepOfTheStoresClockThatTheWallClockDoesNotConfirm() {
    clock.fix();
    store += 3_600_000;
    correct();
    assertEquals(START, clock.millis());
  }

  @Test
  void shouldCatchUpAfterASuspendThatBothClocksShow() {
    clock.fix();
    wall += 3_600_000;
    store += 3_600_000;
    correct();
    assertEquals(START + 3_600_000, clock.millis());
  }

  @Test
  void shouldNeverBeFurtherAheadOfTheStoreThanTheMaximalOffset() {
    clock.fix();
    for (int i = 0; i < 100; i++) {
      wall += 1_000; // a wall clock that runs away
      correct();
    }
    assertTrue(clock.millis() <= store + MAX_OFFSET, "T=" + clock.millis());
  }

  @Test
  void shouldSlowDownByAnEighthInsteadOfGoingBack() {
    clock.fix();
    wall -= 1_000;
    correct();
    assertEquals(START, clock.millis());
    pass(800);
    assertEquals(START + 700, clock.millis());
    pass(7_200); // the excess of 1,000 ms is gone after 8 s
    assertEquals(START + 7_000, clock.millis());
    pass(500);
    assertEquals(START + 7_500, clock.millis());
  }

  @Test
  void shouldNeverGoBackHoweverTheClocksStep() {
    clock.fix();
    Random random = new Random(42);
    long before = clock.nanos();
    for (int i = 0; i < 20_000; i++) {
      pass(random.nextInt(50));
      wall += random.nextInt(4_001) - 2_000;
      store += random.nextInt(401) - 200;
      if (random.nextInt(5) == 0) {
        correct();
      }
      long now = clock.nanos();
      assertTrue(now >= before, "went back by " + (before - now) + " ns in step " + i);
      before = now;
    }
  }

  @Test
  void shouldLimitAllAdvanceTogetherWhereTheStoreHasNoClock() {
    clock.fix();
    for (int i = 0; i < 10; i++) {
      wall += 900;
      clock.correct(monotonic, OptionalLong.empty());
    }
    assertEquals(START + MAX_OFFSET, clock.millis());
  }

  @Test
  void shouldTellTheSmallestOffsetThatTheTimeOfTheAnswerAllows() {
    long sent = monotonic;
    monotonic += 3_000_000_000L;
    assertEquals(0, clock.leastOffsetMillis(sent, START));
    assertEquals(0, clock.leastOffsetMillis(sent, START + 3_000));
    assertEquals(-10, clock.leastOffsetMillis(sent, START + 3_010));
    assertEquals(10, clock.leastOffsetMillis(sent, START - 10));
  }

  @Test
  void shouldNotBeCorrectedByAnAnswerThatTookLong() {
    clock.fix();
    long sent = monotonic;
    pass(501);
    wall += 1_000;
    clock.correct(sent, OptionalLong.of(store + 1_000));
    assertEquals(START + 501, clock.millis());
  }

  @Test
  void shouldTellTheTimeToTheNextMillisecond() {
    monotonic += 300_000;
    assertEquals(700_000, clock.nanosUntil(START + 1));
  }
}
