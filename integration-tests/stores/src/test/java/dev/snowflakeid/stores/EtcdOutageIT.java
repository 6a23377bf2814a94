package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import dev.snowflakeid.LeaseUnavailableException;
import dev.snowflakeid.LeaseUnavailableException.Reason;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.etcd.EtcdLeaseStore;
import dev.snowflakeid.support.TestEtcd;
import io.etcd.jetcd.Client;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A single etcd that goes away and comes back. */
class EtcdOutageIT {

  private static final Duration TTL = Duration.ofSeconds(5);
  private static final Duration BOUND = Duration.ofSeconds(8); // two waits of 2.5 s, and the load

  private TestEtcd etcd;
  private EtcdKeys keys;
  private EtcdLeaseStore store;

  @BeforeEach
  void start() {
    etcd = TestEtcd.start(1);
    keys = EtcdKeys.of(etcd);
    store = EtcdLeaseStore.builder(etcd.endpoints()).build();
  }

  @AfterEach
  void stop() {
    store.close();
    keys.close();
    etcd.close();
  }

  @Test
  void shouldFailWithinItsBoundWhileEtcdIsDownOrFrozen() {
    Leases leases = Leases.on(store);
    Slot taken = leases.take(0);
    SlotWrite write = leases.write(taken);
    Leases lent = new Leases(new EtcdLeaseStore(keys.client()), leases.namespace());
    etcd.freeze(0);
    assertBounded(() -> store.view("orders"));
    assertBounded(() -> lent.store().renew(write, null));
    etcd.kill(0);
    assertBounded(() -> store.renew(write, null));
    assertBounded(() -> lent.store().view("orders"));
  }

  /** An unreachable etcd must not keep a core busy. */
  @Test
  void shouldNotBurnCpuWhileEtcdIsDown() throws Exception {
    try (SnowflakeGenerator generator = generator()) {
      generator.next();
      etcd.kill(0);
      Await.until("the outage shows", () -> isSilent(generator));
      OperatingSystemMXBean process =
          (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

      long before = process.getProcessCpuTime();
      Thread.sleep(10_000); // the outage whose cost is measured
      Duration used = Duration.ofNanos(process.getProcessCpuTime() - before);

      System.out.println("CPU time while etcd was down for 10 s: " + used);
      assertTrue(used.compareTo(Duration.ofSeconds(1)) < 0, used::toString);
    }
  }

  @Test
  void shouldStopAtTheBoundAndGoOnWhenEtcdIsBack() throws Exception {
    try (SnowflakeGenerator generator = generator()) {
      AscendingIds ids = new AscendingIds(generator);
      ids.takeOne();
      etcd.kill(0);

      LeaseUnavailableException refusal =
          assertThrows(LeaseUnavailableException.class, () -> ids.takeFor(Duration.ofMinutes(1)));

      assertEquals(Reason.RANGE_EXHAUSTED, refusal.reason());
      Instant bound = generator.status().bound();
      Instant last = SnowflakeLayout.DEFAULT.instantOf(ids.last());
      assertTrue(last.isBefore(bound), last + " < " + bound);
      assertTrue(last.isAfter(bound.minusMillis(100)), last + " up to " + bound);
      etcd.restart(0);
      Await.until("ids again", () -> generator.awaitReady(Duration.ofSeconds(1)));
      ids.takeFor(Duration.ofSeconds(2));
    }
  }

  @Test
  void shouldReviveALeaseThatExpiredUnnoticed() throws Exception {
    try (SnowflakeGenerator generator = generator()) {
      AscendingIds ids = new AscendingIds(generator);
      ids.takeOne();
      int worker = generator.status().worker().orElseThrow();
      keys.revokeLease(keys.owner("default", worker).orElseThrow());

      Await.until(
          "the owner is back",
          () -> {
            ids.takeOne();
            return keys.owner("default", worker).isPresent();
          });

      ids.takeFor(Duration.ofSeconds(2));
      assertEquals(worker, generator.status().worker().orElseThrow());
      assertEquals(1, generator.status().workersTaken());
    }
  }

  @Test
  void shouldTakeAnotherWorkerWhenTheSlotWasTakenMeanwhile() throws Exception {
    try (SnowflakeGenerator generator = generator()) {
      AscendingIds ids = new AscendingIds(generator);
      ids.takeOne();
      int worker = generator.status().worker().orElseThrow();
      Leases other = new Leases(store, "default");
      Slot taken = expireAndTake(other, worker);

      Await.until(
          "another worker",
          () -> {
            ids.takeOne();
            return generator.status().workersTaken() == 2;
          });

      ids.takeFor(Duration.ofSeconds(2));
      assertNotEquals(worker, generator.status().worker().orElseThrow());
      assertEquals(taken, other.slot(worker));
    }
  }

  @Test
  void shouldGiveTwoGeneratorsDifferentWorkers() {
    try (SnowflakeGenerator one = generator();
        SnowflakeGenerator other = generator()) {
      one.next();
      other.next();

      assertNotEquals(one.status().worker(), other.status().worker());
    }
  }

  /** The client of an application has no deadlines: what it has sent stays sent. */
  @Test
  void shouldEndAnAcquisitionThatArrivesLate() throws Exception {
    Leases leases = Leases.on(store);
    SlotWrite write = leases.write(leases.slot(0));
    Admission admission = leases.admission();
    Runnable arrival =
        () -> {
          etcd.thaw(0);
          awaitArrival(leases, write);
        };
    try (Client slow =
        client(BeforeCall.transaction(() -> etcd.freeze(0)), BeforeCall.revocation(arrival))) {

      assertThrows(
          LeaseStoreException.class, () -> new EtcdLeaseStore(slow).acquire(write, admission));

      Await.until("the lease is revoked", () -> arrived(leases, write) && !leases.slot(0).live());
      assertEquals(2, leases.take(0).token());
    }
  }

  /** Only an acquisition is revoked: a renewal that has arrived after all keeps its worker. */
  @Test
  void shouldKeepARenewalThatArrivesLate() throws Exception {
    Leases leases = Leases.on(store);
    SlotWrite first = leases.write(leases.slot(0), 15_000);
    Slot taken = store.acquire(first, leases.admission()).orElseThrow().slot();
    SlotWrite write = leases.write(taken, 60_000);
    try (Client slow = client(BeforeCall.transaction(() -> etcd.freeze(0)))) {

      assertThrows(LeaseStoreException.class, () -> new EtcdLeaseStore(slow).renew(write, null));
      etcd.thaw(0);

      awaitArrival(leases, write);
      assertTrue(leases.renew(leases.slot(0)).isPresent());
    }
  }

  private Client client(BeforeCall... interceptors) {
    return Client.builder()
        .endpoints(etcd.endpoints().toArray(String[]::new))
        .interceptors(List.of(interceptors))
        .build();
  }

  private static boolean arrived(Leases leases, SlotWrite write) {
    return leases.slot(0).nonce().equals(write.nonce());
  }

  private static void awaitArrival(Leases leases, SlotWrite write) {
    try {
      Await.until("the write arrives", () -> arrived(leases, write));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private SnowflakeGenerator generator() {
    return SnowflakeGenerator.builder(store)
        .leaseTtl(TTL)
        .renewEvery(Duration.ofMillis(500))
        .maxWait(Duration.ofMillis(200))
        .build();
  }

  /** What the next holder does, faster than the generator can revive. */
  private Slot expireAndTake(Leases other, int worker) throws Exception {
    for (int i = 0; i < 100; i++) {
      keys.owner("default", worker).ifPresent(this::revoke);
      Slot seen = other.slot(worker);
      var taken = store.acquire(other.write(seen), other.admission());
      if (taken.isPresent()) {
        return taken.get().slot();
      }
    }
    throw new AssertionError("the generator was faster each time");
  }

  private void revoke(io.etcd.jetcd.KeyValue owner) {
    try {
      keys.revokeLease(owner);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isSilent(SnowflakeGenerator generator) {
    Instant confirmed = generator.status().lastRenewal();
    return confirmed != null && confirmed.isBefore(Instant.now().minusSeconds(3));
  }

  private static void assertBounded(Runnable call) {
    assertTimeoutPreemptively(BOUND, () -> assertThrows(LeaseStoreException.class, call::run));
  }
}
