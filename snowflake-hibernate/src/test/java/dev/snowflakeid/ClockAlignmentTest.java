package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.LeaseStatus.State;
import dev.snowflakeid.clock.ClockSample;
import dev.snowflakeid.lease.InMemoryLeaseStore;
import dev.snowflakeid.lease.Slot;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Generators whose clocks follow the store's, in virtual time. */
class ClockAlignmentTest {

  private static final long MAX_OFFSET = 2_000;

  private final Hosts hosts = new Hosts();
  private final InMemoryLeaseStore memory = new InMemoryLeaseStore(hosts::storeTime);
  private final DistantStore distant = new DistantStore(hosts, memory);

  private Hosts.Host host(long offsetMillis) {
    return hosts
    .new Host(distant.store(), Hosts.settings(), Duration.ofMillis(offsetMillis), true, null);
  }

  private Hosts.Host started(long offsetMillis) {
    Hosts.Host host = host(offsetMillis);
    host.step();
    assertEquals(State.ACTIVE, host.state.status().state());
    return host;
  }

  private void latency(long there, long back) {
    distant.there = Duration.ofMillis(there);
    distant.back = Duration.ofMillis(back);
  }

  private long skew(Hosts.Host host) {
    return host.clock.millis() - hosts.storeTime();
  }

  // ---------------------------------------------------------------- convergence

  @ParameterizedTest
  @ValueSource(longs = {50, -50, 500, -500})
  void shouldBeWithinHalfARoundTripOfTheStoreBeforeTheFirstId(long offset) {
    latency(2, 18);
    Hosts.Host host = started(offset);
    assertTrue(Math.abs(skew(host)) <= 10, "skew=" + skew(host));
    long id = host.claim();
    long skew = SnowflakeLayout.DEFAULT.instantOf(id).toEpochMilli() - hosts.storeTime();
    assertTrue(Math.abs(skew) <= 10, "skew of the first id=" + skew);
  }

  @Test
  void shouldBringHostsTogetherAndKeepThemThere() {
    List<Hosts.Host> all = new ArrayList<>();
    for (long offset : new long[] {50, -50, 500, -500}) {
      latency(offset > 0 ? 15 : 5, offset > 0 ? 5 : 15);
      all.add(started(offset));
    }
    for (int i = 0; i < 100; i++) {
      latency(i % 20, 20 - i % 20);
      hosts.run(Duration.ofSeconds(3), all);
      for (Hosts.Host host : all) {
        assertTrue(Math.abs(skew(host)) <= 10, "skew=" + skew(host));
      }
    }
  }

  /** Kind of fault: the one look before the first id is the slow one that opens the connection. */
  @ParameterizedTest
  @CsvSource({"50, 400, 2", "-50, 400, 2", "50, 60, 30", "20, 60, 30", "-3, 300, 300", "5, 600, 4"})
  void shouldGoByTheQuickestLookBeforeTheFirstId(long offset, long first, long later) {
    latency(0, first); // an answer that takes all of the time is the worst case
    distant.after(3, () -> latency(0, later)); // namespace, its record, the lease
    Hosts.Host host = host(offset);
    host.step();
    assertEquals(1, host.state.status().workersTaken());
    long worst = Math.max(later / 2, Math.abs(offset) <= later / 2 ? Math.abs(offset) : 0);
    assertTrue(Math.abs(skew(host)) <= worst + 1, "skew=" + skew(host));
  }

  @Test
  void shouldStartAlthoughTheFurtherLooksFail() {
    latency(1, 1);
    distant.after(4, () -> memory.down(true));
    Hosts.Host host = host(50);
    host.step();
    assertEquals(1, host.state.status().workersTaken());
    assertTrue(host.claim() >= 0);
  }

  @Test
  void shouldKeepItsOwnTimeUnlessTold() {
    Hosts.Host host = hosts.new Host(distant.store(), Hosts.settings(), Duration.ofMillis(500));
    host.step();
    host.run(Duration.ofMinutes(5));
    assertEquals(500, skew(host));
  }

  @Test
  void shouldTrustTheShortestOfTheLastRoundTrips() {
    latency(1, 1);
    Hosts.Host host = started(50);
    host.run(Duration.ofSeconds(4));
    latency(0, 400); // taken by itself, half of it would be an error of 200 ms
    host.step();
    host.run(Duration.ofSeconds(3));
    assertTrue(Math.abs(skew(host)) <= 1, "skew=" + skew(host));
  }

  @Test
  void shouldForgetWhatItSawBeforeTheStoresClockWasSet() {
    latency(1, 1);
    Hosts.Host host = started(0);
    host.run(Duration.ofSeconds(4));
    hosts.stepStoreClock(Duration.ofMillis(700));
    latency(20, 20); // longer than those before, but of today
    host.step();
    host.run(Duration.ofSeconds(8));
    assertTrue(Math.abs(skew(host)) <= 20, "skew=" + skew(host));
  }

  @Test
  void shouldIgnoreARoundTripThatTookLong() {
    latency(0, 501);
    Hosts.Host host = host(50);
    host.step();
    assertEquals(1, host.state.status().workersTaken());
    assertEquals(50, skew(host));
  }

  // ---------------------------------------------------------------- bounds

  @Test
  void shouldRunAtMostAnEighthFasterOrSlower() {
    Hosts.Host host = started(0);
    for (long step : new long[] {1_500, -1_900, 1_000}) {
      hosts.stepStoreClock(Duration.ofMillis(step));
      long before = host.clock.millis();
      host.step();
      assertEquals(before, host.clock.millis(), "no step");
      int beats = 0;
      while (Math.abs(skew(host)) > 0) {
        host.run(Duration.ofMillis(200));
        long now = host.clock.millis();
        assertTrue(now - before >= 175 && now - before <= 225, "in 200 ms: " + (now - before));
        before = now;
        assertTrue(++beats <= 80, "2 s are gone in 16 s");
      }
    }
  }

  /**
   * Kind of fault: what makes clocks agree lets a wrong clock of the store lead them all astray.
   */
  @ParameterizedTest
  @ValueSource(longs = {3_000, -3_000, 3_600_000, -3_600_000})
  void shouldNotFollowAStoreThatIsFurtherFromThisHostThanTheMaximalOffset(long step) {
    List<Hosts.Host> all = List.of(started(0), started(30), started(-30));
    hosts.run(Duration.ofSeconds(30), all);
    hosts.stepStoreClock(Duration.ofMillis(step));
    for (int i = 0; i < 100; i++) {
      hosts.run(Duration.ofMillis(400), all);
      for (Hosts.Host host : all) {
        assertEquals(0, host.clock.millis() - hosts.now(), "as before");
        assertTrue(Math.abs(step) > 60_000 || host.claim() >= 0, "a step of 3 s stops nobody");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, -1})
  void shouldNeverBeLedFurtherThanTheMaximalOffsetByAStoreThatDrifts(long millisPerSecond) {
    Hosts.Host host = started(0);
    long furthest = 0;
    long before = -1;
    for (int second = 0; second < 5_000; second++) {
      hosts.stepStoreClock(Duration.ofMillis(millisPerSecond));
      host.run(Duration.ofSeconds(1));
      furthest = Math.max(furthest, Math.abs(host.clock.millis() - hosts.now()));
      long id = host.claim();
      assertTrue(id > before, "not ascending after " + second + " s");
      before = id;
    }
    assertTrue(furthest > MAX_OFFSET - 100, "it followed for a while: " + furthest);
    assertTrue(furthest <= MAX_OFFSET, "led astray by " + furthest);
    assertEquals(1, host.state.status().workersTaken());
  }

  @Test
  void shouldStillRefuseAHostWhoseClockIsOff() {
    started(0);
    for (long offset : new long[] {2_100, -2_100}) {
      Hosts.Host host = host(offset);
      host.step();
      ClockException refused = (ClockException) host.state.unavailable();
      assertEquals(ClockException.Reason.OFFSET, refused.reason());
      assertTrue(refused.getMessage().contains("2100 ms"), refused.getMessage());
    }
  }

  @Test
  void shouldCatchUpAtOnceAfterASuspend() {
    Hosts.Host host = started(50);
    host.run(Duration.ofSeconds(5));
    host.offsetMillis += 3_600_000; // the monotonic clock stood still meanwhile
    hosts.stepStoreClock(Duration.ofHours(1));
    host.step();
    assertEquals(0, skew(host));
  }

  @Test
  void shouldAscendBelowTheAcknowledgedBoundWhateverTheClocksDo() {
    Random random = new Random(7);
    List<Hosts.Host> all = List.of(started(40), started(-40), started(400));
    long[] before = {-1, -1, -1};
    long[] time = new long[3];
    for (int i = 0; i < 20_000; i++) {
      latency(random.nextInt(30), random.nextInt(30));
      if (random.nextInt(50) == 0) {
        hosts.stepStoreClock(Duration.ofMillis(random.nextInt(6_001) - 3_000));
      }
      for (int h = 0; h < all.size(); h++) {
        Hosts.Host host = all.get(h);
        if (random.nextInt(100) == 0) {
          host.offsetMillis += random.nextInt(4_001) - 2_000;
        }
        long now = host.clock.nanos();
        assertTrue(now >= time[h], "T went back by " + (time[h] - now) + " ns in step " + i);
        time[h] = now;
        long id = host.claim();
        if (id >= 0) {
          assertTrue(id > before[h], "not ascending in step " + i);
          before[h] = id;
          Slot slot = memory.slot(Hosts.NAMESPACE, SnowflakeLayout.DEFAULT.workerOf(id));
          long tick = SnowflakeLayout.DEFAULT.instantOf(id).toEpochMilli();
          assertTrue(tick < slot.highWater(), "beyond the bound in step " + i);
        }
      }
      hosts.run(Duration.ofMillis(200), all);
    }
  }

  // ---------------------------------------------------------------- a store that tells no time

  private long referenceOffset;
  private boolean referenceAnswers = true;
  private int asked;

  private ClockSample reference() throws IOException {
    asked++;
    long sent = hosts.now() * 1_000_000;
    hosts.pass(Duration.ofMillis(4));
    if (!referenceAnswers) {
      throw new IOException("no time server can be trusted");
    }
    long shown = (hosts.now() - 2 + referenceOffset) * 1_000_000;
    return ClockSample.between(sent, hosts.now() * 1_000_000, shown);
  }

  private Hosts.Host timeless(long offsetMillis, boolean aligned) {
    distant.tellsTime = false;
    return hosts
    .new Host(
        distant.store(),
        Hosts.settings(),
        Duration.ofMillis(offsetMillis),
        aligned,
        this::reference);
  }

  @ParameterizedTest
  @ValueSource(longs = {500, -500})
  void shouldFollowTheReferenceWhereTheStoreTellsNoTime(long offset) {
    Hosts.Host host = timeless(offset, true);
    host.step();
    assertEquals(0, host.clock.millis() - hosts.now());
    host.run(Duration.ofMinutes(1));
    assertEquals(0, host.clock.millis() - hosts.now());
    assertEquals(0, host.metrics().clockOffsetMillis().orElseThrow());
    referenceOffset = 800;
    host.run(Duration.ofSeconds(30));
    assertEquals(800, host.clock.millis() - hosts.now());
  }

  @Test
  void shouldLetTheReferenceConfirmAStepOfTheSystemsClock() {
    Hosts.Host host = timeless(0, false);
    host.step();
    host.run(Duration.ofSeconds(5));
    host.offsetMillis = 3_600_000;
    host.step();
    assertEquals(0, host.clock.millis() - hosts.now(), "not confirmed");
    referenceOffset = 3_600_000;
    host.step();
    assertEquals(3_600_000, host.clock.millis() - hosts.now());
  }

  @Test
  void shouldNotAdvanceAtAllWhileTheReferenceIsSilent() {
    Hosts.Host host = timeless(0, false);
    host.step();
    referenceAnswers = false;
    long before = -1;
    for (int i = 0; i < 5; i++) {
      host.offsetMillis += 300;
      host.run(Duration.ofSeconds(20));
      long id = host.claim();
      assertTrue(id > before);
      before = id;
    }
    assertEquals(0, host.clock.millis() - hosts.now());
    referenceAnswers = true;
    referenceOffset = 1_500;
    host.run(Duration.ofSeconds(20));
    assertEquals(1_500, host.clock.millis() - hosts.now());
  }

  @ParameterizedTest
  @ValueSource(longs = {600_000, -600_000})
  void shouldRefuseAHostThatIsFarFromTheReference(long offset) {
    for (boolean aligned : new boolean[] {true, false}) {
      Hosts.Host host = timeless(offset, aligned);
      host.step();
      ClockException refused = (ClockException) host.state.unavailable();
      assertEquals(ClockException.Reason.OFFSET, refused.reason());
      assertTrue(
          refused.getMessage().contains(offset > 0 ? "599998 ms ahead of" : "599998 ms behind"),
          refused.getMessage());
      host.offsetMillis = 0;
      host.run(Duration.ofSeconds(10));
      assertTrue(host.claim() >= 0, "goes on once the clock is right");
    }
  }

  @Test
  void shouldStartWithoutAnAnswerOfTheReference() {
    referenceAnswers = false;
    Hosts.Host host = timeless(0, true);
    host.step();
    assertTrue(host.claim() >= 0);
  }

  @Test
  void shouldLeaveTheReferenceAloneWhereTheStoreTellsTheTime() {
    Hosts.Host host = timeless(0, true);
    distant.tellsTime = true;
    referenceOffset = 1_000;
    host.step();
    host.run(Duration.ofMinutes(5));
    assertEquals(1, asked, "before anything was known of the store");
    assertEquals(0, skew(host));
  }
}
