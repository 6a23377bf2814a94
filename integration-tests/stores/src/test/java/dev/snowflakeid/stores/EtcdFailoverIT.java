package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.lease.etcd.EtcdLeaseStore;
import dev.snowflakeid.support.TestEtcd;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three members, of which one fails. */
class EtcdFailoverIT {

  private static final Duration TTL = Duration.ofSeconds(20);

  private TestEtcd etcd;
  private EtcdLeaseStore store;

  @BeforeEach
  void start() {
    etcd = TestEtcd.start(3);
    store = EtcdLeaseStore.builder(etcd.endpoints()).build();
  }

  @AfterEach
  void stop() {
    store.close();
    etcd.close();
  }

  @Test
  void shouldGoOnMakingIdsWhileTheLeaderIsKilled() throws Exception {
    try (SnowflakeGenerator generator = generator()) {
      AscendingIds ids = new AscendingIds(generator);
      ids.takeFor(Duration.ofSeconds(1));
      int worker = generator.status().worker().orElseThrow();
      Instant killed = Instant.now();

      etcd.kill(etcd.leader());

      Duration took = takeUntilRenewed(ids, generator, killed);
      System.out.println("renewed " + took + " after the leader was killed");
      assertEquals(worker, generator.status().worker().orElseThrow());
      assertEquals(1, generator.status().workersTaken());
    }
  }

  @Test
  void shouldGoOnMakingIdsWhileTheLeaderIsFrozen() throws Exception {
    try (SnowflakeGenerator generator = generator()) {
      AscendingIds ids = new AscendingIds(generator);
      ids.takeFor(Duration.ofSeconds(1));
      int leader = etcd.leader();
      Instant frozen = Instant.now();

      etcd.freeze(leader);

      Duration took = takeUntilRenewed(ids, generator, frozen);
      System.out.println("renewed " + took + " after the leader was frozen");
      etcd.thaw(leader);
      takeUntilRenewed(ids, generator, Instant.now());
      assertEquals(1, generator.status().workersTaken());
    }
  }

  /** Members are asked in turn: one of three calls goes to the frozen one and has no answer. */
  @Test
  void shouldReadAndStartWhileAMemberIsFrozen() {
    store.view("default");
    etcd.freeze((etcd.leader() + 1) % 3);

    for (int i = 0; i < 4; i++) {
      assertEquals(0, store.view("absent").slots().size());
    }
    Instant before = Instant.now();
    try (SnowflakeGenerator generator =
        SnowflakeGenerator.builder(store).maxWait(Duration.ofSeconds(60)).build()) {
      assertTrue(generator.next() > 0);
      System.out.println(
          "first id " + Duration.between(before, Instant.now()) + " after a member was frozen");
    }
  }

  @Test
  void shouldRememberTheBoundThatAKilledLeaderAcknowledged() throws Exception {
    Leases leases = Leases.on(store);
    var taken = leases.take(0);
    var renewed = leases.renew(taken).orElseThrow();
    assertNotEquals(taken.nonce(), renewed.nonce());

    etcd.kill(etcd.leader());

    Await.until("an answer", () -> leases.store().read("orders", 0).isPresent());
    assertEquals(renewed, leases.slot(0));
  }

  private SnowflakeGenerator generator() {
    return SnowflakeGenerator.builder(store)
        .leaseTtl(TTL)
        .renewEvery(Duration.ofSeconds(1))
        .build();
  }

  /** Ids, with the default patience of callers, until a renewal sent later is acknowledged. */
  private static Duration takeUntilRenewed(
      AscendingIds ids, SnowflakeGenerator generator, Instant since) throws Exception {
    Await.until(
        "a renewal",
        () -> {
          ids.takeFor(Duration.ofMillis(100));
          Instant renewed = generator.status().lastRenewal();
          return renewed != null && renewed.isAfter(since.plusMillis(200));
        });
    return Duration.between(since, Instant.now());
  }
}
