package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.GeneratorMetrics.Refusal;
import dev.snowflakeid.GeneratorMetrics.StoreCall;
import dev.snowflakeid.GeneratorMetrics.Timing;
import dev.snowflakeid.GeneratorMetrics.Workers;
import dev.snowflakeid.LeaseStatus.State;
import dev.snowflakeid.lease.InMemoryLeaseStore;
import dev.snowflakeid.lease.Slot;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is counted and measured, in virtual time. */
class GeneratorMetricsTest {

  private static final SnowflakeLayout EIGHT =
      new SnowflakeLayout(SnowflakeLayout.DEFAULT.epoch(), 3, 12);

  private final Hosts hosts = new Hosts();
  private long answersAfterMillis;
  private final InMemoryLeaseStore store = new InMemoryLeaseStore(this::storeTime);
  private final Hosts.Host host = hosts.new Host(store, Hosts.settings(EIGHT));

  private long storeTime() {
    hosts.pass(Duration.ofMillis(answersAfterMillis));
    answersAfterMillis = 0;
    return hosts.storeTime();
  }

  private static Map<StoreCall, Long> counts(GeneratorMetrics metrics) {
    Map<StoreCall, Long> counts = new EnumMap<>(StoreCall.class);
    metrics
        .storeCalls()
        .forEach(
            (call, timing) -> {
              if (timing.count() > 0) {
                counts.put(call, timing.count());
              }
            });
    return counts;
  }

  private void steal() {
    Slot mine = store.slot(Hosts.NAMESPACE, host.state.status().worker().orElseThrow());
    Slot stolen =
        new Slot(mine.worker(), mine.highWater(), 99, 99, "somebody-else", true, null, 0, "thief");
    store.overwrite(Hosts.NAMESPACE, stolen, hosts.now() + 60_000);
  }

  @Test
  void shouldStartAtZeroWithAnEntryForEachReasonAndOutcome() {
    GeneratorMetrics metrics = host.metrics();
    assertEquals(0, metrics.idsIssued());
    assertEquals(0, metrics.sequenceWaits());
    assertEquals(
        Arrays.stream(Refusal.values()).collect(Collectors.toMap(r -> r, r -> 0L)),
        metrics.refusals());
    assertEquals(
        Arrays.stream(StoreCall.values())
            .collect(Collectors.toMap(c -> c, c -> new Timing(0, Duration.ZERO))),
        metrics.storeCalls());
    assertEquals(OptionalLong.empty(), metrics.clockOffsetMillis());
    assertNull(metrics.workers());
  }

  @Test
  void shouldCountIdsAcrossMillisecondsAndLeases() {
    host.step();
    for (int i = 0; i < 5; i++) {
      assertTrue(host.claim() >= 0);
      assertTrue(host.claim() >= 0);
      hosts.pass(Duration.ofMillis(1));
    }
    assertEquals(10, host.metrics().idsIssued());
    steal();
    host.run(Duration.ofSeconds(4));
    assertEquals(10, host.metrics().idsIssued());
    assertTrue(host.claim() >= 0);
    assertEquals(11, host.metrics().idsIssued());
    host.state.beginClose(Duration.ZERO);
    host.step();
    assertEquals(11, host.metrics().idsIssued());
  }

  @Test
  void shouldTellEachConversationWithTheStoreByItsOutcome() {
    store.down(true);
    host.step();
    store.down(false);
    host.step();
    assertEquals(
        Map.of(StoreCall.NOT_ACQUIRED, 1L, StoreCall.ACQUIRED, 1L), counts(host.metrics()));
    host.step();
    store.down(true);
    host.step();
    host.step();
    store.down(false);
    steal();
    host.step();
    host.step();
    host.state.beginClose(Duration.ZERO);
    store.down(true);
    host.step();
    store.down(false);
    host.step();
    assertEquals(
        Map.of(
            StoreCall.NOT_ACQUIRED, 1L,
            StoreCall.ACQUIRED, 2L,
            StoreCall.RENEWED, 1L,
            StoreCall.NOT_RENEWED, 2L,
            StoreCall.LOST, 1L,
            StoreCall.NOT_RELEASED, 1L,
            StoreCall.RELEASED, 1L),
        counts(host.metrics()));
  }

  @Test
  void shouldMeasureHowLongTheStoreTakes() {
    host.step();
    answersAfterMillis = 30;
    host.step();
    host.step();
    assertEquals(
        new Timing(2, Duration.ofMillis(30)), host.metrics().storeCalls().get(StoreCall.RENEWED));
  }

  @Test
  void shouldMeasureTheClockAgainstTheStoresToTheMiddleOfTheRoundTrip() {
    host.step();
    assertEquals(OptionalLong.of(0), host.metrics().clockOffsetMillis());
    hosts.stepStoreClock(Duration.ofMillis(-700));
    answersAfterMillis = 40; // the store reads its clock at the end of the way there
    host.step();
    assertEquals(OptionalLong.of(680), host.metrics().clockOffsetMillis());
    answersAfterMillis = 501;
    hosts.stepStoreClock(Duration.ofMillis(700));
    host.step();
    assertEquals(OptionalLong.of(680), host.metrics().clockOffsetMillis(), "too slow to tell");
  }

  @Test
  void shouldCountTheWorkersOfTheNamespace() {
    host.step();
    assertEquals(new Workers(0, 0, 8, 0), host.metrics().workers(), "seen before it took one");
    Hosts.Host crashed = hosts.new Host(store, Hosts.settings(EIGHT));
    crashed.step();
    host.run(Duration.ofSeconds(16)); // the TTL is over, and its bound is
    Hosts.Host closed = hosts.new Host(store, Hosts.settings(EIGHT));
    closed.step();
    closed.state.beginClose(Duration.ZERO);
    closed.step();
    List<Integer> unused =
        store.view(Hosts.NAMESPACE).slots().stream()
            .filter(slot -> slot.nonce().equals(Slot.VACANT))
            .map(Slot::worker)
            .toList();
    Slot poisoned =
        new Slot(
            unused.get(0),
            hosts.now() + 86_400_000,
            1,
            1,
            "from-tomorrow",
            false,
            null,
            0,
            "wrong clock");
    store.overwrite(Hosts.NAMESPACE, poisoned, 0);
    Slot cooling =
        new Slot(unused.get(1), hosts.now() + 100_000, 1, 1, "dead", false, null, 0, "crashed");
    store.overwrite(Hosts.NAMESPACE, cooling, 0);
    host.metrics();
    host.run(Duration.ofSeconds(75));
    assertEquals(new Workers(1, 1, 5, 1), host.metrics().workers());
  }

  @Test
  void shouldLookAtTheWorkersOnceAMinuteAndOnlyWhileSomebodyReads() {
    Hosts.Host other = hosts.new Host(store, Hosts.settings(EIGHT));
    host.step();
    host.metrics();
    host.step();
    assertEquals(1, live());
    other.step();
    hosts.pass(Duration.ofSeconds(3));
    other.step();
    hosts.pass(Duration.ofSeconds(56));
    host.step();
    assertEquals(1, live(), "59 s after the last look");
    hosts.pass(Duration.ofSeconds(1));
    host.step();
    assertEquals(2, live());
    hosts.pass(Duration.ofSeconds(61));
    host.step(); // looks: somebody has read since
    other.step();
    hosts.pass(Duration.ofSeconds(61));
    host.step(); // does not: nobody has
    other.step();
    assertEquals(1, live());
    host.step();
    assertEquals(2, live());
  }

  private long live() {
    return Objects.requireNonNull(host.metrics().workers()).live();
  }

  /** Kind of fault: what is there to be looked at changes what it looks at. */
  @Test
  void shouldWriteNothingWhenItCountsTheWorkers() {
    store.generation("g1");
    host.step();
    String record = store.view(Hosts.NAMESPACE).namespaceRecord().value();
    store.generation("g2");
    host.metrics();
    host.run(Duration.ofSeconds(5));
    assertEquals(1, live());
    assertEquals(State.ACTIVE, host.state.status().state());
    assertEquals(record, store.view(Hosts.NAMESPACE).namespaceRecord().value());
  }

  @Test
  void shouldHaveACounterForEachReason() {
    Meters meters = new Meters();
    for (LeaseUnavailableException.Reason reason : LeaseUnavailableException.Reason.values()) {
      meters.refused(new LeaseUnavailableException(reason, "no id", null));
    }
    meters.refused(new ClockException(ClockException.Reason.OFFSET, "no id"));
    meters.refused(new ConfigurationMismatchException("no id"));
    assertEquals(
        Arrays.stream(Refusal.values()).collect(Collectors.toMap(r -> r, r -> 1L)),
        meters.read(Lease.none(EIGHT), OptionalLong.empty(), Duration.ZERO).refusals());
  }
}
