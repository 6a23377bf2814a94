package dev.snowflakeid.faults;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.snowflakeid.lease.Slot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A session ends at the server, and its client hears of it later. */
@Timeout(300)
class ZooKeeperExpiryIT {

  @Test
  void shouldMakeIdsToTheBoundAfterTheSessionHasExpiredAndResumeWithAnother() {
    try (Backend backend = Backend.start("zookeeper");
        TcpProxy line = new TcpProxy(backend.port());
        Fleet fleet = new Fleet(backend.setup())) {
      Generating remote = fleet.start(backend.via(line)).awaitIds(1_000);
      int worker = remote.worker();
      line.cut();
      remote.await("the end of its session", () -> !slot(backend, worker).live());
      Generating near = fleet.start().awaitIds(1_000);
      assertNotEquals(worker, near.worker(), "the bound has not passed");

      remote.awaitBound();
      line.heal();
      remote.awaitIds(1_000);
      near.awaitIds(1_000);

      fleet.stopAndAssertClean();
    }
  }

  private static Slot slot(Backend backend, int worker) {
    try (OpenStore open = OpenStore.of(backend.setup())) {
      return open.store().read(Setup.NAMESPACE, worker).orElseThrow().slot();
    }
  }
}
