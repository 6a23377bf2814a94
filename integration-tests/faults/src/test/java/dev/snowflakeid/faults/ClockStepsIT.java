package dev.snowflakeid.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeLayout;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The wall clock of a running process is set by an hour. */
@Timeout(300)
class ClockStepsIT {

  private static final long HALF_AN_HOUR_MILLIS = Duration.ofMinutes(30).toMillis();

  /** A store with a clock, and one without. */
  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "etcd"})
  void shouldAscendAndStayNearTheTrueTimeWhenTheClockIsSetByAnHour(String store) {
    try (Backend backend = Backend.start(store);
        Fleet fleet = new Fleet(backend.setup().with("workers", 2))) {
      FakeTime clock = new FakeTime(fleet.folder());
      Generating stepped =
          fleet.start(backend.setup().with("workers", 2), clock.environment()).awaitIds(1_000);
      Generating steady = fleet.start().awaitIds(1_000);
      for (Duration step : List.of(Duration.ofHours(1), Duration.ofHours(-1), Duration.ZERO)) {
        clock.step(step);
        stepped.await(
            "the step", () -> Math.abs(offset(stepped.wall()) - step.toMillis()) < 60_000);
        int beyondTheBound = 2_000 * (int) Setup.TTL.plusSeconds(1).toSeconds();
        stepped.awaitIds(beyondTheBound);
        long time = SnowflakeLayout.DEFAULT.instantOf(stepped.lastId()).toEpochMilli();
        assertTrue(Math.abs(offset(time)) < HALF_AN_HOUR_MILLIS, () -> "made at " + time);
      }
      steady.awaitIds(1);

      fleet.stopAndAssertClean();
    }
  }

  private static long offset(long time) {
    return time - System.currentTimeMillis();
  }
}
