package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.LeaseProtocol.Renewal;
import dev.snowflakeid.LeaseUnavailableException.Reason;
import dev.snowflakeid.clock.MonotonicClock;
import dev.snowflakeid.clock.WallClock;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.LossyStore;
import dev.snowflakeid.lease.Slot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What the lease protocol promises on every store, with real clocks. A store's test inherits it
 * beside {@code LeaseStoreContract}, which is about the store alone.
 */
@Timeout(300)
public abstract class GeneratorContract {

  private static final long NEVER = Long.MIN_VALUE;
  private static final SnowflakeLayout EPOCH = SnowflakeLayout.DEFAULT;

  private final String namespace = "generator-" + UUID.randomUUID();

  /** Opens a store on the backend that all stores of one test share; the test does not close it. */
  protected abstract LeaseStore open() throws Exception;

  /** A TTL that the store grants as it is, and that a test can wait for. */
  protected Duration shortTtl() {
    return Duration.ofSeconds(5);
  }

  /** Lets leases end that nobody renews, on a store where they do not run out one by one. */
  protected void endLeases() throws Exception {}

  private Contender contender(LeaseStore store, int workerBits) {
    return contender(store, workerBits, shortTtl());
  }

  private Contender contender(LeaseStore store, int workerBits, Duration ttl) {
    SnowflakeLayout layout = new SnowflakeLayout(EPOCH.epoch(), workerBits, 12);
    LeaseSettings settings =
        new LeaseSettings(
            namespace,
            layout,
            0,
            layout.maxWorker(),
            ttl,
            ttl.dividedBy(5),
            Duration.ofSeconds(2),
            false,
            "contender");
    GeneratorClock clock =
        new GeneratorClock(WallClock.SYSTEM, MonotonicClock.SYSTEM, settings.maxOffsetMillis());
    return new Contender(
        settings, clock, new LeaseProtocol(store, settings, clock, new Random(), new Meters()));
  }

  private record Contender(LeaseSettings settings, GeneratorClock clock, LeaseProtocol protocol) {

    HeldLease acquire() {
      return protocol.acquire(NEVER);
    }

    HeldLease acquirePatiently() throws InterruptedException {
      while (true) {
        try {
          return acquire();
        } catch (LeaseUnavailableException e) {
          assertEquals(Reason.NO_FREE_WORKER, e.reason());
          synchronized (this) {
            wait(200);
          }
        }
      }
    }

    long floorMillis(HeldLease held) {
      return held.lease().lastTick() + 1 + settings.layout().epochMillis();
    }
  }

  @Test
  void shouldGiveConcurrentAcquirersDistinctWorkers() throws Exception {
    assertEquals(200, distinctWorkers(200));
  }

  @Test
  void shouldGiveAThousandConcurrentAcquirersDistinctWorkers() throws Exception {
    assertEquals(1_000, distinctWorkers(1_000));
  }

  private long distinctWorkers(int acquirers) throws Exception {
    LeaseStore store = open();
    ExecutorService pool = Executors.newFixedThreadPool(50);
    try {
      List<Callable<Integer>> tasks = new ArrayList<>();
      for (int i = 0; i < acquirers; i++) {
        Contender contender = contender(store, 10, Duration.ofMinutes(5));
        tasks.add(() -> acquireThroughErrors(contender).slot().worker());
      }
      Set<Integer> workers = new HashSet<>();
      for (Future<Integer> worker : pool.invokeAll(tasks)) {
        workers.add(worker.get());
      }
      return workers.size();
    } finally {
      pool.shutdownNow();
    }
  }

  /** As the keeper does: a store that does not answer, or rivals that are faster, are no end. */
  private static HeldLease acquireThroughErrors(Contender contender) {
    while (true) {
      try {
        return contender.acquire();
      } catch (LeaseStoreException | LeaseUnavailableException e) {
        assertFalse(Thread.currentThread().isInterrupted(), e.toString());
      }
    }
  }

  @Test
  void shouldSayWhatIsTakenWhenNoWorkerIsFree() throws Exception {
    LeaseStore store = open();
    contender(store, 1).acquire();
    Contender closed = contender(store, 1);
    HeldLease held = closed.acquire();
    LeaseUnavailableException refused =
        assertThrows(LeaseUnavailableException.class, () -> contender(store, 1).acquire());
    assertEquals(Reason.NO_FREE_WORKER, refused.reason());
    assertTrue(
        refused.getMessage().contains("of 2 workers 2 live, 0 cooling, 0 closed, 0 poisoned"),
        refused.getMessage());
    assertTrue(closed.protocol.release(held, closed.clock.millis() + 8_000));
    refused = assertThrows(LeaseUnavailableException.class, () -> contender(store, 1).acquire());
    assertTrue(
        refused.getMessage().contains("of 2 workers 1 live, 0 cooling, 1 closed, 0 poisoned"),
        refused.getMessage());
  }

  @Test
  void shouldStartAtOrAboveTheOldBoundAfterACrash() throws Exception {
    LeaseStore store = open();
    HeldLease crashed = contender(store, 0).acquire();
    endLeases();
    Contender next = contender(store, 0);
    HeldLease held = next.acquirePatiently();
    assertTrue(next.floorMillis(held) >= crashed.highWater());
    assertEquals(crashed.slot().token() + 1, held.slot().token());
  }

  @Test
  void shouldStartAboveEveryIssuedTimestampAfterACleanClose() throws Exception {
    LeaseStore store = open();
    Contender first = contender(store, 0);
    HeldLease held = first.acquire();
    long used = first.clock.millis();
    assertTrue(first.protocol.release(held, used + 1));
    Contender next = contender(store, 0);
    HeldLease successor = next.acquirePatiently();
    assertTrue(next.floorMillis(successor) > used);
    assertTrue(successor.highWater() >= held.highWater(), "a release must not lower the bound");
    assertTrue(
        next.floorMillis(successor) < held.highWater(), "early reuse, without waiting for the TTL");
  }

  @Test
  void shouldSurviveThreeThousandStartsAndStopsInARow() throws Exception {
    LeaseStore store = open();
    long last = 0;
    for (int i = 0; i < 3_000; i++) {
      Contender contender = contender(store, 4);
      HeldLease held = contender.acquirePatiently();
      last = Math.max(last, contender.floorMillis(held));
      assertTrue(contender.protocol.release(held, contender.floorMillis(held) + 1));
    }
    long tokens = store.view(namespace).slots().stream().mapToLong(Slot::token).sum();
    assertEquals(3_000, tokens);
    assertTrue(last > 0);
  }

  @Test
  void shouldRaiseTheBoundWithEachRenewalAndHoldWhatTheStoreHas() throws Exception {
    LeaseStore store = open();
    Contender contender = contender(store, 3, Duration.ofSeconds(60));
    HeldLease held = contender.acquire();
    long first = held.highWater();
    assertEquals(Renewal.RENEWED, contender.protocol.renew(held));
    assertTrue(held.highWater() > first + 40_000, "the first reservation is short");
    Slot stored = store.view(namespace).slots().get(held.slot().worker());
    assertEquals(stored.highWater(), held.highWater());
    assertTrue(stored.live());
  }

  @Test
  void shouldNotCountALostReplyAsConfirmedAndAdoptItsWriteLater() throws Exception {
    LossyStore store = new LossyStore(open());
    Contender contender = contender(store, 3);
    HeldLease held = contender.acquire();
    long bound = held.highWater();
    store.loseNextReply();
    assertEquals(Renewal.UNKNOWN, contender.protocol.renew(held));
    assertEquals(bound, held.highWater());
    assertEquals(Renewal.RENEWED, contender.protocol.renew(held));
    store.loseNextReply();
    assertThrows(
        LeaseStoreException.class,
        () -> contender.protocol.release(held, contender.clock.millis() + 1));
    assertTrue(contender.protocol.release(held, contender.clock.millis() + 1));
  }

  @Test
  void shouldAdoptAnAcquisitionWhoseReplyWasLost() throws Exception {
    LossyStore store = new LossyStore(open());
    Contender other = contender(store, 1);
    other.acquire();
    Contender contender = contender(store, 1);
    store.loseNextReply();
    assertThrows(LeaseStoreException.class, contender::acquire);
    HeldLease held = acquireThroughErrors(contender);
    assertEquals(held.slot().nonce(), nonce(store, held));
    assertEquals(2, store.view(namespace).slots().stream().filter(Slot::live).count());
  }

  private String nonce(LeaseStore store, HeldLease held) {
    return store.read(namespace, held.slot().worker()).orElseThrow().slot().nonce();
  }

  @Test
  void shouldBeLostToTheNextHolder() throws Exception {
    LeaseStore store = open();
    Contender first = contender(store, 0);
    HeldLease held = first.acquire();
    endLeases();
    HeldLease next = contender(store, 0).acquirePatiently();
    assertEquals(Renewal.LOST, first.protocol.renew(held));
    assertFalse(first.protocol.release(held, first.clock.millis()));
    assertEquals(next.slot().nonce(), nonce(store, next));
  }

  @Test
  void shouldReviveAnExpiredLeaseThatNobodyTook() throws Exception {
    LeaseStore store = open();
    Contender contender = contender(store, 0);
    HeldLease held = contender.acquire();
    endLeases();
    while (store.view(namespace).slots().get(0).live()) {
      synchronized (this) {
        wait(200);
      }
    }
    Renewal renewal = contender.protocol.renew(held);
    while (renewal == Renewal.UNKNOWN) {
      renewal = contender.protocol.renew(held);
    }
    assertEquals(Renewal.RENEWED, renewal);
    assertEquals(1, held.slot().token());
    assertTrue(store.view(namespace).slots().get(0).live());
  }

  @Test
  void shouldRefuseAnotherLayoutOrRange() throws Exception {
    LeaseStore store = open();
    contender(store, 3).acquire();
    assertThrows(ConfigurationMismatchException.class, () -> contender(store, 4).acquire());
  }

  @Test
  void shouldMakeIdsAndGiveTheWorkerBackThroughTheWholeGenerator() throws Exception {
    LeaseStore store = open();
    long last;
    int worker;
    try (SnowflakeGenerator ids = SnowflakeGenerator.builder(store).namespace(namespace).build()) {
      long[] batch = new long[20_000];
      ids.next(batch);
      last = batch[batch.length - 1];
      worker = ids.layout().workerOf(last);
    }
    Slot slot = store.view(namespace).slots().get(worker);
    assertFalse(slot.live());
    assertTrue(slot.cleanlyClosed());
    assertEquals(EPOCH.instantOf(last).toEpochMilli() + 1, slot.releasedAt());
  }
}
