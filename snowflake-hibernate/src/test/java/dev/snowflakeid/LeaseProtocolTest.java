package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.LeaseProtocol.Renewal;
import dev.snowflakeid.LeaseUnavailableException.Reason;
import dev.snowflakeid.lease.InMemoryLeaseStore;
import dev.snowflakeid.lease.InMemoryLeaseStore.Fault;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LeaseProtocolTest {

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

  private Slot slot(HeldLease held) {
    return store.slot(Hosts.NAMESPACE, held.slot().worker());
  }

  private long floorMillis(HeldLease held) {
    return held.lease().lastTick() + 1 + ONE_WORKER.epochMillis();
  }

  // ---------------------------------------------------------------- acquisition

  @Test
  void shouldReserveFifteenSecondsAtFirstAndAMinuteWithTheFirstRenewal() {
    Hosts.Host a = host();
    HeldLease held = a.protocol.acquire(NEVER);
    assertEquals(hosts.now() + 15_000, held.highWater());
    assertEquals(hosts.now(), floorMillis(held));
    assertEquals(15_000, held.ttlMillis());
    hosts.pass(Duration.ofSeconds(3));
    assertEquals(Renewal.RENEWED, a.protocol.renew(held));
    assertEquals(hosts.now() + 60_000, held.highWater());
    assertEquals(held.highWater(), slot(held).highWater());
  }

  @Test
  void shouldGiveEveryHostAnotherWorkerUntilNoneIsLeft() {
    SnowflakeLayout four = new SnowflakeLayout(ONE_WORKER.epoch(), 2, 12);
    Set<Integer> workers = new HashSet<>();
    for (int i = 0; i < 4; i++) {
      Hosts.Host host = hosts.new Host(store, Hosts.settings(four));
      workers.add(host.protocol.acquire(NEVER).slot().worker());
    }
    assertEquals(Set.of(0, 1, 2, 3), workers);
    LeaseUnavailableException refused =
        assertThrows(
            LeaseUnavailableException.class,
            () -> hosts.new Host(store, Hosts.settings(four)).protocol.acquire(NEVER));
    assertEquals(Reason.NO_FREE_WORKER, refused.reason());
    assertTrue(
        refused.getMessage().contains("of 4 workers 4 live, 0 cooling, 0 closed, 0 poisoned"),
        refused.getMessage());
    assertTrue(refused.getMessage().contains("most are held by test (4)"), refused.getMessage());
  }

  @Test
  void shouldStartAtOrAboveTheOldBoundAfterACrash() {
    HeldLease crashed = sameWorkerHost().protocol.acquire(NEVER);
    hosts.pass(Duration.ofSeconds(15));
    HeldLease next = sameWorkerHost().protocol.acquire(NEVER);
    assertTrue(floorMillis(next) >= crashed.highWater());
    assertEquals(crashed.slot().token() + 1, next.slot().token());
  }

  /** Kind of fault: a holder whose clock ran ahead is succeeded by one whose clock is right. */
  @Test
  void shouldNotHandOutAWorkerBeforeTheClockHasPassedItsBound() {
    Hosts.Host ahead = hosts.new Host(store, Hosts.settings(ONE_WORKER), SECOND);
    HeldLease crashed = ahead.protocol.acquire(NEVER);
    hosts.pass(Duration.ofMillis(15_500)); // expired by the store's clock, the bound is ahead
    LeaseUnavailableException refused =
        assertThrows(
            LeaseUnavailableException.class, () -> sameWorkerHost().protocol.acquire(NEVER));
    assertEquals(Reason.NO_FREE_WORKER, refused.reason());
    assertTrue(refused.getMessage().contains("the next one is free in 1 s"), refused.getMessage());
    hosts.pass(SECOND);
    assertTrue(floorMillis(sameWorkerHost().protocol.acquire(NEVER)) >= crashed.highWater());
  }

  @Test
  void shouldReuseACleanlyClosedWorkerAboveTheLastTimestampThatWasUsed() {
    Hosts.Host a = sameWorkerHost();
    HeldLease held = a.protocol.acquire(NEVER);
    long used = hosts.now() + 40;
    hosts.pass(Duration.ofMillis(41));
    assertTrue(a.protocol.release(held, used + 1));
    long bound = held.highWater();
    HeldLease next = sameWorkerHost().protocol.acquire(NEVER);
    assertEquals(used + 1, floorMillis(next));
    assertTrue(slot(next).highWater() >= bound, "a release must not lower the bound");
  }

  @Test
  void shouldKeepTheBoundWhenReleased() {
    Hosts.Host a = sameWorkerHost();
    HeldLease held = a.protocol.acquire(NEVER);
    long bound = held.highWater();
    assertTrue(a.protocol.release(held, hosts.now()));
    assertEquals(bound, store.slot(Hosts.NAMESPACE, 0).highWater());
    assertFalse(store.slot(Hosts.NAMESPACE, 0).live());
  }

  /** Kind of fault: a released-at that survives the next holder's crash. */
  @Test
  void shouldForgetTheEarlyReuseOnceAnotherHolderHasHadTheWorker() {
    Hosts.Host a = sameWorkerHost();
    assertTrue(a.protocol.release(a.protocol.acquire(NEVER), hosts.now()));
    HeldLease crashed = sameWorkerHost().protocol.acquire(NEVER);
    hosts.pass(Duration.ofSeconds(14));
    store.overwrite(Hosts.NAMESPACE, slot(crashed), 0); // its TTL is over, its bound is not
    assertThrows(LeaseUnavailableException.class, () -> sameWorkerHost().protocol.acquire(NEVER));
    hosts.pass(SECOND);
    assertTrue(floorMillis(sameWorkerHost().protocol.acquire(NEVER)) >= crashed.highWater());
  }

  @Test
  void shouldNotStartBeforeTheEarlyReuseIsInThePast() {
    Hosts.Host a = sameWorkerHost();
    HeldLease held = a.protocol.acquire(NEVER);
    assertTrue(a.protocol.release(held, hosts.now() + 500));
    assertThrows(LeaseUnavailableException.class, () -> sameWorkerHost().protocol.acquire(NEVER));
    hosts.pass(Duration.ofMillis(500));
    assertEquals(hosts.now(), floorMillis(sameWorkerHost().protocol.acquire(NEVER)));
  }

  @Test
  void shouldStartAboveTheLastTimestampOfTheSameGenerator() {
    HeldLease held = host().protocol.acquire(hosts.now() + 700);
    assertEquals(hosts.now() + 701, floorMillis(held));
  }

  @Test
  void shouldSurviveThreeThousandStartsAndStopsInARow() {
    for (int i = 0; i < 3_000; i++) {
      Hosts.Host host = host();
      HeldLease held = host.protocol.acquire(NEVER);
      hosts.pass(Duration.ofMillis(1));
      assertTrue(host.protocol.release(held, hosts.now()));
    }
  }

  @Test
  void shouldPreferTheWorkersThatHaveRestedLongest() {
    SnowflakeLayout four = new SnowflakeLayout(ONE_WORKER.epoch(), 2, 12);
    for (int i = 0; i < 3; i++) {
      hosts.new Host(store, Hosts.settings(four)).protocol.acquire(NEVER);
    }
    hosts.pass(Duration.ofMinutes(30));
    int fourth =
        hosts.new Host(store, Hosts.settings(four)).protocol.acquire(NEVER).slot().worker();
    int rested =
        hosts.new Host(store, Hosts.settings(four)).protocol.acquire(NEVER).slot().worker();
    assertNotEquals(fourth, rested);
    assertEquals(1, store.slot(Hosts.NAMESPACE, fourth).token(), "the one that was never held");
  }

  // ---------------------------------------------------------------- lost replies

  @Test
  void shouldAdoptItsOwnAcquisitionWhoseReplyWasLost() {
    Hosts.Host a = host();
    a.protocol.acquire(NEVER); // the namespace exists
    Hosts.Host b = host();
    store.failNextWrite(Fault.REPLY_LOST);
    assertThrows(LeaseStoreException.class, () -> b.protocol.acquire(NEVER));
    HeldLease held = b.protocol.acquire(NEVER);
    assertEquals(1, held.slot().token(), "the slot that it already had");
    assertEquals(2, store.view(Hosts.NAMESPACE).slots().stream().filter(Slot::live).count());
  }

  /** Kind of fault: a clock that was anchored anew, and that no store has checked, makes ids. */
  @Test
  void shouldGoOnWithTheReadingThatTheStoreHasChecked() {
    host().protocol.acquire(NEVER); // the namespace exists
    Hosts.Host b = host();
    long reading = b.clock.millis();
    store.failNextWrite(Fault.LATE);
    assertThrows(LeaseStoreException.class, () -> b.protocol.acquire(NEVER));
    b.offsetMillis += Duration.ofHours(1).toMillis();
    assertThrows(ClockException.class, () -> b.protocol.acquire(NEVER), "anchored an hour ahead");
    hosts.pass(SECOND);
    store.deliverLate();

    HeldLease held = b.protocol.acquire(NEVER);

    assertEquals(1, held.slot().token(), "its own, found late");
    long epoch = b.settings.layout().epochMillis();
    assertEquals(reading, held.lease().lastTick() + 1 + epoch, "the floor of the write");
    assertEquals(hosts.now(), b.clock.millis(), "the clock of the write, and the time since");
  }

  /** Kind of fault: every lost reply eats a worker until none is left. */
  @Test
  void shouldNotEatUpTheNamespaceWhenRepliesGetLost() {
    host().protocol.acquire(NEVER);
    Hosts.Host b = host();
    for (int i = 0; i < 100; i++) {
      store.failNextWrite(Fault.LATE);
    }
    for (int i = 0; i < 100; i++) {
      assertThrows(LeaseStoreException.class, () -> b.protocol.acquire(NEVER));
    }
    store.deliverLate();
    b.protocol.acquire(NEVER);
    assertEquals(2, store.view(Hosts.NAMESPACE).slots().stream().filter(Slot::live).count());
  }

  /** Kind of fault: the clock is set back between the attempt and its late success. */
  @Test
  void shouldStartAtOrAboveTheOldBoundWhenItAdoptsALateAcquisition() {
    HeldLease crashed = sameWorkerHost().protocol.acquire(NEVER);
    hosts.pass(Duration.ofSeconds(15));
    Hosts.Host b = sameWorkerHost();
    store.failNextWrite(Fault.LATE);
    assertThrows(LeaseStoreException.class, () -> b.protocol.acquire(NEVER));
    b.offsetMillis = -1_900;
    assertThrows(LeaseUnavailableException.class, () -> b.protocol.acquire(NEVER));
    store.deliverLate();
    assertTrue(floorMillis(b.protocol.acquire(NEVER)) >= crashed.highWater());
  }

  @Test
  void shouldKeepBoundAndDeadlineWhenARenewalIsUnknown() {
    Hosts.Host a = host();
    HeldLease held = a.protocol.acquire(NEVER);
    long bound = held.highWater();
    long deadline = held.deadlineNanos();
    store.failNextWrite(Fault.REPLY_LOST);
    hosts.pass(SECOND);
    assertEquals(Renewal.UNKNOWN, a.protocol.renew(held));
    assertEquals(bound, held.highWater(), "a timeout is not a confirmation");
    assertEquals(deadline, held.deadlineNanos());
  }

  @Test
  void shouldReadBackItsOwnRenewalAndGoOn() {
    Hosts.Host a = host();
    HeldLease held = a.protocol.acquire(NEVER);
    store.failNextWrite(Fault.REPLY_LOST);
    a.protocol.renew(held);
    hosts.pass(SECOND);
    assertEquals(Renewal.RENEWED, a.protocol.renew(held));
    assertEquals(slot(held).version(), held.slot().version());
  }

  /** Kind of fault: a renewal that timed out is carried out late and lowers the bound. */
  @Test
  void shouldNotBeHarmedByARenewalThatArrivesLate() {
    Hosts.Host a = host();
    HeldLease held = a.protocol.acquire(NEVER);
    store.failNextWrite(Fault.LATE);
    a.protocol.renew(held);
    hosts.pass(SECOND);
    assertEquals(Renewal.RENEWED, a.protocol.renew(held));
    long bound = held.highWater();
    store.deliverLate();
    assertEquals(bound, slot(held).highWater());
    assertEquals(Renewal.RENEWED, a.protocol.renew(held));
  }

  @Test
  void shouldAdoptALateRenewalThatCameBeforeTheNextOne() {
    Hosts.Host a = host();
    HeldLease held = a.protocol.acquire(NEVER);
    store.failNextWrite(Fault.LATE);
    a.protocol.renew(held);
    store.deliverLate();
    hosts.pass(SECOND);
    assertEquals(Renewal.RENEWED, a.protocol.renew(held));
    assertEquals(slot(held).nonce(), held.slot().nonce());
  }

  @Test
  void shouldFindItsOwnReleaseWhoseReplyWasLost() {
    Hosts.Host a = host();
    HeldLease held = a.protocol.acquire(NEVER);
    store.failNextWrite(Fault.REPLY_LOST);
    assertThrows(LeaseStoreException.class, () -> a.protocol.release(held, hosts.now() + 1));
    assertTrue(a.protocol.release(held, hosts.now() + 1));
    assertTrue(slot(held).cleanlyClosed());
  }

  @Test
  void shouldReleaseAfterARenewalThatArrivedLate() {
    Hosts.Host a = host();
    HeldLease held = a.protocol.acquire(NEVER);
    store.failNextWrite(Fault.LATE);
    a.protocol.renew(held);
    store.deliverLate();
    assertTrue(a.protocol.release(held, hosts.now() + 1));
    assertTrue(slot(held).cleanlyClosed());
  }

  // ---------------------------------------------------------------- loss and revival

  @Test
  void shouldBeLostWhenAnotherHolderHasTheWorker() {
    Hosts.Host a = sameWorkerHost();
    HeldLease held = a.protocol.acquire(NEVER);
    hosts.pass(Duration.ofSeconds(16));
    HeldLease next = sameWorkerHost().protocol.acquire(NEVER);
    assertEquals(Renewal.LOST, a.protocol.renew(held));
    assertFalse(a.protocol.release(held, hosts.now()));
    assertEquals(next.slot().nonce(), slot(next).nonce());
  }

  @Test
  void shouldBeLostWhenTheSlotIsGoneOrOlder() {
    Hosts.Host a = sameWorkerHost();
    HeldLease held = a.protocol.acquire(NEVER);
    Slot before = slot(held);
    assertEquals(Renewal.RENEWED, a.protocol.renew(held));
    store.overwrite(Hosts.NAMESPACE, before, hosts.now() + 60_000); // a backup was restored
    assertEquals(Renewal.LOST, a.protocol.renew(held));
  }

  @Test
  void shouldReviveAnExpiredLeaseThatNobodyTook() {
    Hosts.Host a = sameWorkerHost();
    HeldLease held = a.protocol.acquire(NEVER);
    hosts.pass(Duration.ofMinutes(5));
    assertEquals(Renewal.RENEWED, a.protocol.renew(held));
    assertEquals(1, slot(held).token());
    assertEquals(hosts.now() + 60_000, held.highWater());
  }

  @Test
  void shouldNotReviveWhileTheClocksDisagree() {
    Hosts.Host a = sameWorkerHost();
    HeldLease held = a.protocol.acquire(NEVER);
    hosts.pass(Duration.ofSeconds(20));
    hosts.stepStoreClock(Duration.ofMinutes(1));
    assertEquals(Renewal.REFUSED, a.protocol.renew(held));
    hosts.stepStoreClock(Duration.ofMinutes(-1));
    assertEquals(Renewal.RENEWED, a.protocol.renew(held));
  }
}
