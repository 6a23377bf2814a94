package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.LeaseStatus;
import dev.snowflakeid.LeaseUnavailableException;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.zookeeper.ZooKeeperLeaseStore;
import dev.snowflakeid.support.TestZooKeeper;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Generators whose sessions and servers fail. */
@Timeout(120)
class ZooKeeperFaultsIT {

  private static final Duration TTL = Duration.ofSeconds(4);

  private final ZooKeeperClients clients = new ZooKeeperClients();
  private TestZooKeeper zookeeper = TestZooKeeper.start(1);
  private long last;

  @AfterEach
  void stop() {
    clients.close();
    zookeeper.close();
  }

  /** Kind of fault: a client that is told of the lost connection, but never of the lost session. */
  @Test
  void shouldGoOnToTheBoundWithoutTheServerRefuseThereAndResume() throws Exception {
    try (SnowflakeGenerator generator = generator(clients.client(zookeeper.connectString()))) {
      makeIdsUntil(generator, () -> renewedAfter(generator, Instant.now().minusMillis(500)));
      zookeeper.kill(0);
      assertRefusesAtTheBound(generator);

      zookeeper.restart(0);
      assertTrue(generator.awaitReady(Duration.ofSeconds(30)));
      makeIds(generator, 1_000);
    }
  }

  /** Kind of fault: the connection stays open, and nothing comes of it. */
  @Test
  void shouldRefuseAtTheBoundWhenTheServerIsSilentForEver() throws Exception {
    try (FreezingProxy proxy = new FreezingProxy(zookeeper.port(0));
        SnowflakeGenerator generator = generator(clients.client("127.0.0.1:" + proxy.port()))) {
      makeIds(generator, 1_000);
      proxy.freeze();

      assertRefusesAtTheBound(generator);
    }
  }

  @Test
  void shouldMakeIdsWhileTheSessionIsLostAndReplaced() throws Exception {
    CuratorFramework client = clients.client(zookeeper.connectString());
    try (SnowflakeGenerator generator = generator(client)) {
      makeIds(generator, 1_000);
      ZooKeeperClients.endSession(client);
      Instant ended = Instant.now();

      makeIdsUntil(generator, () -> renewedAfter(generator, ended));

      Slot held = slot(generator.status().worker().orElseThrow());
      assertTrue(held.live());
    }
  }

  /**
   * Kind of fault: a process is kept out, or let in, by the znode that its own old session left.
   */
  @Test
  void shouldKeepItsWorkerAndLetNobodyInWhileTheEarlierSessionLives() throws Exception {
    CuratorFramework client = clients.client(zookeeper.connectString());
    try (SnowflakeGenerator generator = generator(client)) {
      makeIds(generator, 1_000);
      OptionalInt worker = generator.status().worker();
      ZooKeeperClients.abandonSession(client);
      Instant abandoned = Instant.now();
      try (SnowflakeGenerator restarted = generator(client)) {
        assertNotEquals(worker, restarted.status().worker());
        restarted.next();
      }

      makeIdsUntil(generator, () -> renewedAfter(generator, abandoned));

      assertEquals(worker, generator.status().worker());
      assertEquals(1, slot(worker.orElseThrow()).token());
    }
  }

  @Test
  void shouldMakeIdsWhileTheLeaderIsKilled() throws Exception {
    zookeeper.close();
    zookeeper = TestZooKeeper.start(3);
    CuratorFramework client =
        clients.client(zookeeper.connectString(), TestZooKeeper.MAX_SESSION_MILLIS);
    try (SnowflakeGenerator generator = generator(client, Duration.ofSeconds(15))) {
      makeIds(generator, 1_000);
      OptionalInt worker = generator.status().worker();
      int killed = zookeeper.leader().orElseThrow();
      zookeeper.kill(killed);
      Instant since = Instant.now();

      makeIdsUntil(generator, () -> renewedAfter(generator, since.plusSeconds(1)));
      makeIdsUntil(generator, () -> zookeeper.leader().isPresent());

      assertNotEquals(killed, zookeeper.leader().orElseThrow());
      assertEquals(worker, generator.status().worker());
      zookeeper.restart(killed);
      Instant back = Instant.now();
      makeIdsUntil(generator, () -> renewedAfter(generator, back));
    }
  }

  @Test
  void shouldStartAboveTheLastIdAfterACleanClose() throws Exception {
    CuratorFramework client = clients.client(zookeeper.connectString());
    try (SnowflakeGenerator first = one(client)) {
      makeIds(first, 10_000);
    }
    try (SnowflakeGenerator second = one(client)) {
      makeIds(second, 10_000);
      assertEquals(2, slot(0).token());
    }
  }

  private SnowflakeGenerator generator(CuratorFramework client) {
    return generator(client, TTL);
  }

  private static SnowflakeGenerator generator(CuratorFramework client, Duration ttl) {
    return SnowflakeGenerator.builder(new ZooKeeperLeaseStore(client))
        .workers(0, 7)
        .leaseTtl(ttl)
        .renewEvery(Duration.ofMillis(500))
        .maxClockOffset(Duration.ofSeconds(1))
        .failFast(true)
        .build();
  }

  private static SnowflakeGenerator one(CuratorFramework client) {
    return SnowflakeGenerator.builder(new ZooKeeperLeaseStore(client))
        .workers(0, 0)
        .failFast(true)
        .build();
  }

  private void assertRefusesAtTheBound(SnowflakeGenerator generator) {
    LeaseUnavailableException refusal =
        assertThrows(LeaseUnavailableException.class, () -> makeIdsUntil(generator, () -> false));

    LeaseStatus status = generator.status();
    assertEquals(LeaseStatus.State.EXHAUSTED, status.state(), refusal::getMessage);
    Instant bound = Objects.requireNonNull(status.bound());
    assertTrue(
        generator.layout().instantOf(last).isBefore(bound), () -> last + " must be below " + bound);
  }

  private static boolean renewedAfter(SnowflakeGenerator generator, Instant time) {
    Instant renewal = generator.status().lastRenewal();
    return renewal != null && renewal.isAfter(time);
  }

  private Slot slot(int worker) throws InterruptedException {
    return new ZooKeeperLeaseStore(clients.client(zookeeper.connectString()))
        .read("default", worker)
        .orElseThrow()
        .slot();
  }

  private void makeIds(SnowflakeGenerator generator, int count) {
    for (int i = 0; i < count; i++) {
      long id = generator.next();
      assertTrue(id > last, () -> id + " must be above " + last);
      last = id;
    }
  }

  private void makeIdsUntil(SnowflakeGenerator generator, BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      makeIds(generator, 100);
      LockSupport.parkNanos(1_000_000);
    }
  }
}
