package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.etcd.EtcdLeaseStore;
import dev.snowflakeid.support.TestEtcd;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An etcd that was put back to an older copy of its data. Whoever holds a lease notices; whoever
 * comes new cannot, and is kept away by the operator.
 */
class EtcdRestoreIT {

  private TestEtcd etcd;
  private EtcdLeaseStore store;

  @BeforeEach
  void start() {
    etcd = TestEtcd.start(1);
    store = EtcdLeaseStore.builder(etcd.endpoints()).build();
  }

  @AfterEach
  void stop() {
    store.close();
    etcd.close();
  }

  /** Kind of fault: a holder goes on with a bound that the store no longer knows. */
  @Test
  void shouldTakeAnotherWorkerOnceTheStoreLacksTheHoldersWrites() throws Exception {
    try (SnowflakeGenerator generator =
        SnowflakeGenerator.builder(store)
            .leaseTtl(Duration.ofSeconds(30))
            .renewEvery(Duration.ofSeconds(1))
            .maxWait(Duration.ofSeconds(30))
            .build()) {
      AscendingIds ids = new AscendingIds(generator);
      ids.takeOne();
      int worker = generator.status().worker().orElseThrow();
      etcd.backUp();
      String copied = nonce(worker);
      Await.until("a later write", () -> !nonce(worker).equals(copied));

      etcd.restore();

      Await.until(
          "another worker",
          () -> {
            ids.takeOne();
            return generator.status().workersTaken() == 2;
          });
      assertNotEquals(worker, generator.status().worker().orElseThrow());
      ids.takeFor(Duration.ofMillis(200));
    }
  }

  /** Kind of fault: after a restore etcd gives revisions and versions out again. */
  @Test
  void shouldRefuseTheOldHolderAlthoughRevisionsAndVersionsComeAgain() throws Exception {
    Leases leases = Leases.on(store);
    etcd.backUp();
    Slot lost = answered(() -> leases.take(0));
    etcd.restore();
    assertEquals(Slot.vacant(0), answered(() -> leases.slot(0)));

    Slot next = leases.take(0);

    assertEquals(lost.version(), next.version());
    assertEquals(lost.token(), next.token());
    assertEquals(Optional.empty(), leases.renew(lost));
    assertFalse(leases.release(lost));
    assertEquals(next, leases.slot(0));
    assertTrue(leases.renew(next).isPresent());
  }

  private String nonce(int worker) throws Exception {
    return answered(() -> store.read("default", worker).orElseThrow().slot().nonce());
  }

  /** The client needs a moment to find the server again. */
  private static <T> T answered(Supplier<T> call) throws Exception {
    Answer<T> answer = new Answer<>();
    Await.until("an answer", () -> answer.from(call));
    return answer.value;
  }

  private static final class Answer<T> {

    private T value;

    boolean from(Supplier<T> call) {
      try {
        value = call.get();
        return true;
      } catch (LeaseStoreException e) {
        return false;
      }
    }
  }
}
