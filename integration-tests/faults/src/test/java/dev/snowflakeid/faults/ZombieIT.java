package dev.snowflakeid.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Processes that are stopped, killed and started again. */
@Timeout(300)
class ZombieIT {

  static final String[] STORES = Backend.NAMES;

  /** Kind of fault: a process wakes up and does not know that its worker has another holder. */
  @ParameterizedTest
  @FieldSource("STORES")
  void shouldNotRepeatIdsWhenAStoppedProcessWakesUpAfterItsLeaseWasTaken(String store) {
    try (Backend backend = Backend.start(store);
        Fleet fleet = new Fleet(backend.setup().withOneWorker())) {
      Generating zombie = fleet.start().awaitIds(2_000);
      zombie.freeze();
      long last = zombie.lastId();

      Generating next = fleet.start().awaitIds(2_000);
      assertEquals(zombie.worker(), next.worker());
      assertTrue(next.lastId() > last);
      zombie.thaw();
      zombie.awaitRefusal();
      next.awaitIds(2_000);
      assertTrue(next.stop());
      zombie.awaitIds(2_000);

      fleet.stopAndAssertClean();
    }
  }

  @ParameterizedTest
  @FieldSource("STORES")
  void shouldNotRepeatIdsWhenProcessesAreKilledAndStartedAgainAtOnce(String store) {
    try (Backend backend = Backend.start(store);
        Fleet fleet = new Fleet(backend.setup().with("workers", 4))) {
      Generating steady = fleet.start().awaitIds(1);
      for (int i = 0; i < 5; i++) {
        fleet.start().awaitIds(500).kill();
      }
      fleet.start().awaitIds(2_000);
      steady.awaitIds(500);

      fleet.stopAndAssertClean();
    }
  }
}
