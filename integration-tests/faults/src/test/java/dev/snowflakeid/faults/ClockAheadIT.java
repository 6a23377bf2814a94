package dev.snowflakeid.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.support.TestEtcd;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The fault that tells a fence from a mere time to live: a process whose clock is 45 s ahead is
 * killed, and one with a good clock takes its worker. The store is etcd, which has no clock that
 * would have refused the first one.
 */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class ClockAheadIT {

  private static final Duration AHEAD = Duration.ofSeconds(45);

  @Test
  void shouldNotRepeatTheIdsOfAKilledProcessWhoseClockWasAhead() {
    try (TestEtcd etcd = TestEtcd.start(1);
        Fleet fleet = new Fleet(Backend.setup(etcd).withOneWorker())) {
      long last = killedAhead(fleet, Backend.setup(etcd).withOneWorker());

      Generating next = fleet.start();
      next.awaitRefusal();
      next.awaitIds(10_000);

      assertTrue(next.lastId() > last);
      assertEquals(0, next.worker());
      fleet.stopAndAssertClean();
    }
  }

  /** The same without the fence, to show that the test above finds what it looks for. */
  @Test
  void shouldFindRepeatedIdsWhereOnlyTheTimeToLiveProtectsThem() {
    try (TestEtcd etcd = TestEtcd.start(1);
        Fleet fleet = new Fleet(Backend.setup(etcd).withOneWorker())) {
      long last = killedAhead(fleet, Backend.setup(etcd).withOneWorker());

      Generating next = fleet.start(Backend.setup(etcd).withOneWorker().with("unfenced", true));
      next.await("an id beyond the last one of the killed process", () -> next.lastId() > last);

      Audit audit = fleet.stopAndAudit();
      assertTrue(audit.duplicates() > 0, audit::toString);
    }
  }

  /** Returns the last id of a process that was ahead and is no more. */
  private static long killedAhead(Fleet fleet, Setup setup) {
    Generating ahead = fleet.start(setup.withClockAhead(AHEAD));
    ahead.awaitIds(10_000);
    ahead.kill();
    long time = SnowflakeLayout.DEFAULT.instantOf(ahead.lastId()).toEpochMilli();
    assertTrue(time > System.currentTimeMillis(), "it was ahead");
    return ahead.lastId();
  }
}
