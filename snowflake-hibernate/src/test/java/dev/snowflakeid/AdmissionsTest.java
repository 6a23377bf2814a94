package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.LeaseProtocol.Renewal;
import dev.snowflakeid.LeaseUnavailableException.Reason;
import dev.snowflakeid.lease.InMemoryLeaseStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What has to hold before a worker may be taken: clocks, namespace record, generation. */
class AdmissionsTest {

  private static final long NEVER = Long.MIN_VALUE;
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** No worker bits: one worker, so that a successor has to take the same one. */
  private static final SnowflakeLayout ONE_WORKER =
      new SnowflakeLayout(SnowflakeLayout.DEFAULT.epoch(), 0, 12);

  private final Hosts hosts = new Hosts();
  private final InMemoryLeaseStore store = new InMemoryLeaseStore(hosts::storeTime);

  private Hosts.Host host() {
    return hosts.new Host(store, Hosts.settings());
  }

  private Hosts.Host sameWorkerHost() {
    return hosts.new Host(store, Hosts.settings(ONE_WORKER));
  }

  private long floorMillis(HeldLease held) {
    return held.lease().lastTick() + 1 + ONE_WORKER.epochMillis();
  }

  // ---------------------------------------------------------------- clocks

  @Test
  void shouldRefuseAHostWhoseClockIsOffAndSayByHowMuch() {
    host().protocol.acquire(NEVER);
    for (Duration offset : new Duration[] {Duration.ofMinutes(10), Duration.ofMinutes(-10)}) {
      Hosts.Host wrong = hosts.new Host(store, Hosts.settings(), offset);
      ClockException refused =
          assertThrows(ClockException.class, () -> wrong.protocol.acquire(NEVER));
      assertEquals(ClockException.Reason.OFFSET, refused.reason());
      assertTrue(refused.getMessage().contains("600000 ms"), refused.getMessage());
      assertTrue(refused.getMessage().contains("0 of 1 live workers agree"), refused.getMessage());
    }
    host().protocol.acquire(NEVER);
  }

  @Test
  void shouldAcceptAHostWhoseClockIsAlmostRight() {
    for (long offset : new long[] {-1_000, 1_000}) {
      Hosts.Host host = hosts.new Host(store, Hosts.settings(), Duration.ofMillis(offset));
      assertEquals(hosts.now() + offset, floorMillis(host.protocol.acquire(NEVER)));
    }
  }

  @Test
  void shouldRefuseAClockOutsideOfTheLayout() {
    hosts.pass(Duration.ofDays(365 * 70));
    ClockException refused =
        assertThrows(ClockException.class, () -> host().protocol.acquire(NEVER));
    assertEquals(ClockException.Reason.PAST_LAST_INSTANT, refused.reason());
  }

  @Test
  void shouldRefuseAClockThatIsFarBehindTheLastId() {
    ClockException refused =
        assertThrows(ClockException.class, () -> host().protocol.acquire(hosts.now() + 2_001));
    assertEquals(ClockException.Reason.BEHIND_LAST_ID, refused.reason());
  }

  @Test
  void shouldNeverRefuseARenewalForTheClock() {
    Hosts.Host a = host();
    HeldLease held = a.protocol.acquire(NEVER);
    for (Duration step : new Duration[] {Duration.ofSeconds(3), Duration.ofSeconds(-6)}) {
      hosts.stepStoreClock(step);
      hosts.pass(SECOND);
      assertEquals(Renewal.RENEWED, a.protocol.renew(held), "store stepped by " + step);
    }
  }

  @Test
  void shouldHoldTheBoundThatTheStoreHasNotTheOneItAskedFor() {
    Hosts.Host ahead = hosts.new Host(store, Hosts.settings(ONE_WORKER), SECOND.multipliedBy(2));
    HeldLease held = ahead.protocol.acquire(NEVER);
    hosts.stepStoreClock(Duration.ofSeconds(-5));
    hosts.pass(SECOND);
    assertEquals(Renewal.RENEWED, ahead.protocol.renew(held));
    assertEquals(hosts.storeTime() + 62_000, held.highWater());
  }

  // ---------------------------------------------------------------- the namespace

  @Test
  void shouldRefuseAnotherLayoutAndShowBothSides() {
    host().protocol.acquire(NEVER);
    ConfigurationMismatchException refused =
        assertThrows(
            ConfigurationMismatchException.class, () -> sameWorkerHost().protocol.acquire(NEVER));
    assertTrue(
        refused.getMessage().contains("here: epoch=1735689600000 worker-bits=0"),
        refused.getMessage());
    assertTrue(
        refused.getMessage().contains("store: epoch=1735689600000 worker-bits=10"),
        refused.getMessage());
  }

  @Test
  void shouldRecordALongerHorizonBeforeAnyoneUsesIt() {
    LeaseSettings base = Hosts.settings();
    host().protocol.acquire(NEVER);
    LeaseSettings longer =
        new LeaseSettings(
            base.namespace(),
            base.layout(),
            base.firstWorker(),
            base.lastWorker(),
            Duration.ofMinutes(3),
            base.renewEvery(),
            Duration.ofSeconds(5),
            false,
            "test");
    hosts.new Host(store, longer).protocol.acquire(NEVER);
    String record = store.view(Hosts.NAMESPACE).namespaceRecord().value();
    assertTrue(record.contains("max-horizon=180000 max-offset=5000"), record);
    host().protocol.acquire(NEVER);
    assertEquals(record, store.view(Hosts.NAMESPACE).namespaceRecord().value());
  }

  /** Moving a namespace: all have stopped on the old store, and its last bound has passed. */
  @Test
  void shouldStartAboveEveryOldBoundOnANewStoreOnceTheBoundsHavePassed() {
    Hosts.Host old = sameWorkerHost();
    HeldLease held = old.protocol.acquire(NEVER);
    assertEquals(Renewal.RENEWED, old.protocol.renew(held));
    long bound = held.highWater();
    hosts.pass(Duration.ofMillis(bound - hosts.now()));
    InMemoryLeaseStore newStore = new InMemoryLeaseStore(hosts::storeTime);
    Hosts.Host moved = hosts.new Host(newStore, Hosts.settings(ONE_WORKER));
    assertTrue(floorMillis(moved.protocol.acquire(NEVER)) >= bound);
  }

  // ---------------------------------------------------------------- quarantine

  @Test
  void shouldKeepAcquisitionsWaitingAfterAFailoverAndRenewalsGoing() {
    store.generation("g1");
    Hosts.Host running = host();
    HeldLease held = running.protocol.acquire(NEVER);
    store.generation("g2");
    Hosts.Host waiting = host();
    LeaseUnavailableException refused =
        assertThrows(LeaseUnavailableException.class, () -> waiting.protocol.acquire(NEVER));
    assertEquals(Reason.QUARANTINE, refused.reason());
    assertTrue(refused.getMessage().contains("for another 65 s"), refused.getMessage());
    assertEquals(Renewal.RENEWED, running.protocol.renew(held));
    hosts.pass(Duration.ofMillis(64_999));
    assertThrows(LeaseUnavailableException.class, () -> waiting.protocol.acquire(NEVER));
    hosts.pass(Duration.ofMillis(1));
    waiting.protocol.acquire(NEVER);
    host().protocol.acquire(NEVER);
  }

  /** Kind of fault: the store's clock is part of what a failover changes. */
  @Test
  void shouldTimeTheQuarantineByElapsedTimeNotByTheStoresClock() {
    store.generation("g1");
    host().protocol.acquire(NEVER);
    store.generation("g2");
    Hosts.Host waiting = host();
    assertThrows(LeaseUnavailableException.class, () -> waiting.protocol.acquire(NEVER));
    hosts.stepStoreClock(Duration.ofHours(1));
    waiting.offsetMillis = 3_600_000;
    assertThrows(LeaseUnavailableException.class, () -> waiting.protocol.acquire(NEVER));
  }

  @Test
  void shouldStartTheWatchAgainWhenTheStoreFailsOverOnceMore() {
    store.generation("g1");
    host().protocol.acquire(NEVER);
    store.generation("g2");
    Hosts.Host waiting = host();
    assertThrows(LeaseUnavailableException.class, () -> waiting.protocol.acquire(NEVER));
    hosts.pass(Duration.ofSeconds(60));
    store.generation("g3");
    assertThrows(LeaseUnavailableException.class, () -> waiting.protocol.acquire(NEVER));
    hosts.pass(Duration.ofSeconds(60));
    assertThrows(LeaseUnavailableException.class, () -> waiting.protocol.acquire(NEVER));
    hosts.pass(Duration.ofSeconds(5));
    waiting.protocol.acquire(NEVER);
  }

  @Test
  void shouldNotReviveInAQuarantine() {
    store.generation("g1");
    Hosts.Host a = host();
    HeldLease held = a.protocol.acquire(NEVER);
    hosts.pass(Duration.ofSeconds(20));
    store.generation("g2");
    assertEquals(Renewal.REFUSED, a.protocol.renew(held));
    hosts.pass(Duration.ofSeconds(65));
    assertEquals(Renewal.RENEWED, a.protocol.renew(held));
  }
}
