package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.zookeeper.ZooKeeperLeaseStore;
import dev.snowflakeid.support.TestZooKeeper;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A ZooKeeper that was put back to an older copy of its data. Whoever holds a lease notices;
 * whoever comes new cannot, and is kept away by the operator.
 */
class ZooKeeperRestoreIT {

  private final ZooKeeperClients clients = new ZooKeeperClients();
  private TestZooKeeper zookeeper;
  private CuratorFramework client;
  private ZooKeeperLeaseStore store;

  @BeforeEach
  void start() throws Exception {
    zookeeper = TestZooKeeper.start(1);
    client = clients.client(zookeeper.connectString());
    store = new ZooKeeperLeaseStore(client);
  }

  @AfterEach
  void stop() {
    clients.close();
    zookeeper.close();
  }

  /** Kind of fault: a holder goes on with a bound that the store no longer knows. */
  @Test
  void shouldTakeALeaseAnewOnceTheStoreLacksTheHoldersWrites(@TempDir Path folder)
      throws Exception {
    store.view("default");
    backUp(folder);
    try (SnowflakeGenerator generator =
        SnowflakeGenerator.builder(store)
            .leaseTtl(Duration.ofSeconds(6))
            .renewEvery(Duration.ofMillis(500))
            .maxWait(Duration.ofSeconds(60))
            .build()) {
      AscendingIds ids = new AscendingIds(generator);
      ids.takeOne();
      Instant taken = Instant.now();
      Await.until("a renewal", () -> renewedAfter(generator, taken));

      restore(folder);

      Await.until(
          "another lease",
          () -> {
            ids.takeOne();
            return generator.status().workersTaken() == 2;
          });
      ids.takeFor(Duration.ofMillis(200));
    }
  }

  /** Kind of fault: data versions come again, and a session that went away is asked. */
  @Test
  void shouldRefuseTheOldHolderAlthoughVersionsComeAgain(@TempDir Path folder) throws Exception {
    Leases leases = Leases.on(store);
    backUp(folder);
    Await.until("the server", () -> answers(leases));
    Slot lost = leases.take(0);
    restore(folder);
    assertThrows(
        LeaseStoreException.class,
        () -> leases.renew(lost),
        "the servers turn away a session that has seen more than they have");

    Leases others =
        new Leases(
            new ZooKeeperLeaseStore(clients.client(zookeeper.connectString())), leases.namespace());
    Slot next = others.take(0);

    assertEquals(lost.version(), next.version());
    assertEquals(lost.token(), next.token());
    Await.until("a session that may enter", () -> answers(leases));
    assertEquals(Optional.empty(), leases.renew(lost));
    assertEquals(next, others.slot(0));
  }

  private void backUp(Path folder) {
    zookeeper.kill(0);
    zookeeper.backUp(0, folder);
    zookeeper.restart(0);
  }

  private void restore(Path folder) {
    zookeeper.kill(0);
    zookeeper.restore(0, folder);
    zookeeper.restart(0);
  }

  private static boolean answers(Leases leases) {
    try {
      leases.slot(0);
      return true;
    } catch (LeaseStoreException e) {
      return false;
    }
  }

  private static boolean renewedAfter(SnowflakeGenerator generator, Instant time) {
    Instant renewed = generator.status().lastRenewal();
    return renewed != null && renewed.isAfter(time);
  }
}
