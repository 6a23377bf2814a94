package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.LeaseStatus.State;
import dev.snowflakeid.LeaseUnavailableException.Reason;
import dev.snowflakeid.lease.InMemoryLeaseStore;
import dev.snowflakeid.lease.InMemoryLeaseStore.Fault;
import dev.snowflakeid.lease.Slot;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The keeper and the gate in virtual time: no threads, no waiting. */
class LeaseKeeperTest {

  private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

  private final Hosts hosts = new Hosts();
  private final InMemoryLeaseStore store = new InMemoryLeaseStore(hosts::storeTime);

  private Hosts.Host started() {
    return started(Hosts.settings());
  }

  private Hosts.Host started(LeaseSettings settings) {
    Hosts.Host host = hosts.new Host(store, settings);
    host.step();
    assertEquals(State.ACTIVE, host.state.status().state());
    return host;
  }

  private Slot slot(Hosts.Host host) {
    return store.slot(Hosts.NAMESPACE, host.state.status().worker().orElseThrow());
  }

  private static Reason reason(Hosts.Host host) {
    return assertInstanceOf(LeaseUnavailableException.class, host.state.unavailable()).reason();
  }

  @Test
  void shouldMakeIdsForAsLongAsItIsRenewed() {
    Hosts.Host host = started();
    long before = -1;
    for (int i = 0; i < 1_000; i++) {
      host.run(Duration.ofMillis(997));
      long id = host.claim();
      assertTrue(id > before, "not ascending in step " + i);
      before = id;
    }
    assertEquals(1, host.state.status().workersTaken());
    assertTrue(slot(host).version() > 90, "renewed every 10 s: version=" + slot(host).version());
  }

  @Test
  void shouldStopAtTheBoundWhenTheStoreIsDownAndResumeByItself() {
    Hosts.Host host = started();
    host.run(Duration.ofSeconds(30));
    store.down(true);
    long bound = slot(host).highWater();
    int worker = host.state.status().worker().orElseThrow();
    while (hosts.now() < bound - 200) {
      host.run(Duration.ofMillis(200));
      assertTrue(host.claim() >= 0, "ids go on up to the bound");
    }
    host.run(Duration.ofMillis(400));
    assertEquals(Lease.BEYOND_LIMIT, host.claim());
    assertEquals(State.EXHAUSTED, host.state.status().state());
    assertEquals(Reason.RANGE_EXHAUSTED, reason(host));
    assertTrue(host.state.unavailable().getMessage().contains("in-memory store does not answer"));
    host.run(Duration.ofMinutes(10));
    store.down(false);
    host.run(Duration.ofSeconds(3));
    assertTrue(host.claim() >= 0);
    assertEquals(worker, host.state.status().worker().orElseThrow(), "revived, nobody took it");
  }

  /** Kind of fault: a wedged renewal thread cannot see its own loss. */
  @Test
  void shouldStopAtTheBoundWhenTheRenewalThreadHangs() {
    Hosts.Host host = started();
    long bound = slot(host).highWater();
    long last = 0;
    for (int i = 0; i < 1_000; i++) {
      hosts.pass(Duration.ofMillis(200));
      host.state.beat(); // the gate lives, the renewal thread does not
      last = Math.max(last, host.claim());
    }
    assertEquals(Lease.BEYOND_LIMIT, host.claim());
    assertTrue(LAYOUT.instantOf(last).toEpochMilli() < bound);
    assertTrue(LAYOUT.instantOf(last).toEpochMilli() >= bound - 200);
  }

  @Test
  void shouldStartWhenTheStoreComesUp() {
    store.down(true);
    Hosts.Host host = hosts.new Host(store, Hosts.settings());
    host.step();
    host.run(Duration.ofMinutes(1));
    assertEquals(Lease.SEALED, host.claim());
    assertEquals(State.STARTING, host.state.status().state());
    assertEquals(Reason.STORE_UNREACHABLE, reason(host));
    assertTrue(host.state.unavailable().getMessage().contains("in-memory store"));
    store.down(false);
    host.run(Duration.ofSeconds(5));
    assertTrue(host.claim() >= 0);
  }

  @Test
  void shouldTakeAnotherWorkerAfterALossAndGoOnAscending() {
    Hosts.Host host = started();
    long before = host.claim();
    Slot mine = slot(host);
    Slot stolen =
        new Slot(
            mine.worker(),
            mine.highWater(),
            mine.token() + 1,
            mine.version() + 1,
            "somebody-else",
            true,
            null,
            0,
            "thief");
    store.overwrite(Hosts.NAMESPACE, stolen, hosts.now() + 60_000);
    host.run(Duration.ofSeconds(4));
    assertEquals(2, host.state.status().workersTaken());
    assertNotEquals(mine.worker(), host.state.status().worker().orElseThrow());
    assertTrue(host.claim() > before);
    assertEquals(stolen.nonce(), store.slot(Hosts.NAMESPACE, mine.worker()).nonce());
  }

  /** Kind of fault: a generator that changes its worker when the clock goes back descends. */
  @Test
  void shouldAscendAcrossStepsOfTheWallClock() {
    Hosts.Host host = started();
    long before = -1;
    for (long step : new long[] {-3_600_000, 7_200_000, -400, 5, -1_800_000}) {
      host.offsetMillis += step;
      for (int i = 0; i < 50; i++) {
        host.run(Duration.ofSeconds(1));
        long id = host.claim();
        assertTrue(id > before, "not ascending after a step of " + step);
        before = id;
      }
    }
    assertEquals(1, host.state.status().workersTaken());
  }

  @Test
  void shouldBeSuspectAfterAPauseUntilARenewalThatWasSentAfterIt() {
    Hosts.Host host = started();
    host.run(Duration.ofSeconds(8));
    hosts.pass(Duration.ofMillis(1_001));
    assertEquals(Lease.BEYOND_LIMIT, host.claim(), "the published limit has passed");
    host.state.beat();
    assertEquals(State.SUSPECT, host.state.status().state());
    assertEquals(Lease.BEYOND_LIMIT, host.claim());
    assertEquals(Reason.REVALIDATING, reason(host));
    host.state.confirmed(hosts.now() * 1_000_000 - 1); // sent before the pause was seen
    assertEquals(Lease.BEYOND_LIMIT, host.claim());
    host.step();
    assertTrue(host.claim() >= 0);
    assertEquals(State.ACTIVE, host.state.status().state());
  }

  @Test
  void shouldNotPublishALimitFromTheRenewalThreadBeforeThePauseWasSeen() {
    Hosts.Host host = started();
    long sent = hosts.now() * 1_000_000;
    hosts.pass(Duration.ofSeconds(5));
    host.state.confirmed(sent); // the reply is read before the gate wakes up
    assertEquals(Lease.BEYOND_LIMIT, host.claim());
    assertEquals(State.SUSPECT, host.state.status().state());
  }

  @Test
  void shouldGoOnAfterAPauseWhenTheStoreCannotTell() {
    Hosts.Host host = started();
    host.run(Duration.ofSeconds(8));
    store.down(true);
    hosts.pass(Duration.ofSeconds(2));
    host.state.beat();
    assertEquals(Lease.BEYOND_LIMIT, host.claim());
    host.step();
    assertTrue(host.claim() >= 0, "the bound protects every id");
  }

  @Test
  void shouldStayShutAfterAPauseIfStrictAndTheStoreCannotTell() {
    LeaseSettings base = Hosts.settings();
    Hosts.Host host =
        started(
            new LeaseSettings(
                base.namespace(),
                base.layout(),
                base.firstWorker(),
                base.lastWorker(),
                base.ttl(),
                base.renewEvery(),
                base.maxOffset(),
                true,
                "strict"));
    host.run(Duration.ofSeconds(8));
    store.down(true);
    hosts.pass(Duration.ofSeconds(2));
    host.run(Duration.ofSeconds(5));
    assertEquals(Lease.BEYOND_LIMIT, host.claim());
    store.down(false);
    host.run(Duration.ofSeconds(3));
    assertTrue(host.claim() >= 0);
  }

  @Test
  void shouldIssueNothingInAZombieThatSomeoneHasSucceeded() {
    SnowflakeLayout one = new SnowflakeLayout(LAYOUT.epoch(), 0, 12);
    Hosts.Host zombie = started(Hosts.settings(one));
    long bound = slot(zombie).highWater();
    long last = zombie.claim();
    hosts.pass(Duration.ofSeconds(16)); // stopped for longer than its TTL
    Hosts.Host next = started(Hosts.settings(one));
    long first = next.claim();
    assertTrue(zombie.claim() < 0);
    zombie.state.beat();
    zombie.step();
    assertTrue(zombie.claim() < 0);
    assertTrue(one.instantOf(last).toEpochMilli() < bound);
    assertTrue(one.instantOf(first).toEpochMilli() >= bound);
  }

  @Test
  void shouldSealAndRecordTheFirstUnusedTimestampWhenClosed() {
    Hosts.Host host = started();
    host.run(Duration.ofSeconds(5));
    long last = host.claim();
    int worker = host.state.status().worker().orElseThrow();
    host.state.beginClose(Duration.ZERO);
    assertEquals(Lease.SEALED, host.claim());
    assertEquals(Reason.CLOSED, reason(host));
    assertEquals(LeaseKeeper.DONE, host.step());
    Slot slot = store.slot(Hosts.NAMESPACE, worker);
    assertTrue(slot.cleanlyClosed());
    assertEquals(LAYOUT.instantOf(last).toEpochMilli() + 1, slot.releasedAt());
  }

  @Test
  void shouldWriteTheSameValueWhenAReleaseHasToBeRepeated() {
    Hosts.Host host = started();
    long last = host.claim();
    int worker = host.state.status().worker().orElseThrow();
    host.state.beginClose(Duration.ZERO);
    store.failNextWrite(Fault.REQUEST_LOST);
    assertTrue(host.step() > 0, "tried again later");
    hosts.pass(Duration.ofSeconds(1));
    host.state.beginClose(Duration.ZERO);
    host.step();
    assertEquals(
        LAYOUT.instantOf(last).toEpochMilli() + 1,
        store.slot(Hosts.NAMESPACE, worker).releasedAt());
  }

  @Test
  void shouldGiveBackALeaseThatArrivesAfterTheClose() {
    Hosts.Host host = hosts.new Host(store, Hosts.settings());
    LeaseState.Task task = host.state.task();
    HeldLease held = host.protocol.acquire(task.lastIssuedMillis());
    host.state.beginClose(Duration.ZERO);
    assertFalse(host.state.acquired(held, hosts.now() * 1_000_000));
    host.step();
    assertTrue(store.slot(Hosts.NAMESPACE, held.slot().worker()).cleanlyClosed());
    assertTrue(host.claim() < 0);
  }

  @Test
  void shouldStopForGoodWhenTheLayoutDiffers() {
    started();
    SnowflakeLayout other = new SnowflakeLayout(LAYOUT.epoch(), 9, 12);
    Hosts.Host host = hosts.new Host(store, Hosts.settings(other));
    host.step();
    assertInstanceOf(ConfigurationMismatchException.class, host.state.unavailable());
    assertTrue(host.claim() < 0);
  }

  @Test
  void shouldReportAQuarantineAsItsState() {
    store.generation("g1");
    started();
    store.generation("g2");
    Hosts.Host host = hosts.new Host(store, Hosts.settings());
    host.step();
    assertEquals(State.QUARANTINED, host.state.status().state());
    assertEquals(Reason.QUARANTINE, reason(host));
    host.run(Duration.ofSeconds(80));
    assertTrue(host.claim() >= 0);
  }

  /** Kind of fault: host and store follow one wrong time server, which is then put right. */
  @Test
  void shouldNameTheClockWhenHostAndStoreGoBackTogetherAndGoOnWhenTheyHaveCaughtUp() {
    Hosts.Host host = started();
    host.run(Duration.ofSeconds(60));
    stepBoth(host, Duration.ofHours(1));
    host.run(Duration.ofSeconds(60));
    long last = host.claim();
    assertTrue(last >= 0);
    stepBoth(host, Duration.ofHours(-1));
    host.run(Duration.ofMinutes(10)); // at an eighth of the speed the bound lasts 8 minutes
    assertTrue(host.claim() < 0);
    ClockException refused = assertInstanceOf(ClockException.class, host.state.unavailable());
    assertEquals(ClockException.Reason.OFFSET, refused.reason());
    assertTrue(
        refused.getMessage().contains("host and store have gone back together"),
        refused.getMessage());
    host.run(Duration.ofMinutes(70)); // an hour, and an eighth of it
    assertTrue(host.claim() > last, "goes on, above the last id");
  }

  private void stepBoth(Hosts.Host host, Duration step) {
    host.offsetMillis += step.toMillis();
    hosts.stepStoreClock(step);
  }

  /** Kind of fault: blanks in what a store reports end a field of the record. */
  @Test
  void shouldTakeAnyGenerationThatAStoreReports() {
    for (String generation : new String[] {"time line 7", "-", "a=b%20c", "", "\u0661"}) {
      InMemoryLeaseStore odd = new InMemoryLeaseStore(hosts::storeTime);
      odd.generation(generation);
      Hosts.Host host = hosts.new Host(odd, Hosts.settings());
      host.step();
      assertTrue(host.claim() >= 0, () -> host.state.unavailable().getMessage());
      odd.generation(generation + "'");
      Hosts.Host other = hosts.new Host(odd, Hosts.settings());
      other.step();
      assertEquals(Reason.QUARANTINE, reason(other));
      other.run(Duration.ofSeconds(80));
      assertTrue(other.claim() >= 0, () -> other.state.unavailable().getMessage());
    }
  }

  @Test
  void shouldCountThePausesThatTheStoreCouldNotConfirm() {
    Hosts.Host host = started();
    host.run(Duration.ofSeconds(8));
    store.down(true);
    hosts.pass(Duration.ofSeconds(2));
    host.state.beat();
    host.step();
    assertEquals(1, host.state.status().unconfirmedPauses());
  }

  @Test
  void shouldTellHowLongTheStoreKeepsTheLease() {
    Hosts.Host host = started();
    assertEquals(Duration.ofSeconds(15), host.state.status().remaining());
    host.run(Duration.ofSeconds(4));
    store.down(true);
    host.run(Duration.ofMinutes(2));
    assertTrue(host.state.status().remaining().isNegative());
  }

  @Test
  void shouldWarnBeforeTheBoundHoweverSlowlyEachCallFails() {
    DistantStore distant = new DistantStore(hosts, store);
    Hosts.Host host = hosts.new Host(distant.store(), Hosts.settings());
    host.step();
    host.run(Duration.ofSeconds(30));
    store.down(true);
    distant.back = Duration.ofSeconds(30); // as a connection pool that gives none

    String log = logged(() -> host.run(Duration.ofMinutes(5)));

    assertEquals(1, count(log, "WARN"), log);
    assertTrue(log.contains("Not renewed; ids go on up to the bound: namespace=orders"), log);
    store.down(false);
    distant.back = Duration.ZERO;
    assertEquals(
        1, count(logged(() -> host.run(Duration.ofSeconds(30))), "Renewed again"), "said once");
  }

  @Test
  void shouldNotWarnOfTwoRenewalsThatFail() {
    Hosts.Host host = started();
    host.run(Duration.ofSeconds(30));
    String log =
        logged(
            () -> {
              store.down(true); // as during an election
              host.step();
              host.step();
              store.down(false);
              host.run(Duration.ofSeconds(30));
            });

    assertEquals("", log);
  }

  private static int count(String text, String word) {
    return text.split(word, -1).length - 1;
  }

  /** What is written to the log meanwhile; the logger of the tests writes to the standard error. */
  private static String logged(Runnable work) {
    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      work.run();
    } finally {
      System.setErr(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
