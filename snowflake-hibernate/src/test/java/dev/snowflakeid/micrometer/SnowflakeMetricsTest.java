package dev.snowflakeid.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.LeaseUnavailableException;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.lease.InMemoryLeaseStore;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A generator in virtual time: the clock stands still unless the test's own thread moves it on. */
class SnowflakeMetricsTest {

  private static final long NOW = 1_790_000_000_000L;
  private static final long STEP_NANOS = 250_000;
  private static final Path TABLE = Path.of("docs", "metrics.md");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final AtomicLong nanos = new AtomicLong();
  private final Thread thread = Thread.currentThread();
  private final InMemoryLeaseStore store = new InMemoryLeaseStore(() -> NOW - 40);
  private final SnowflakeGenerator generator =
      SnowflakeGenerator.builder(store)
          .namespace("orders")
          .layout(new SnowflakeLayout(SnowflakeLayout.DEFAULT.epoch(), 3, 1))
          .clocks(() -> NOW, this::monotonic)
          .build();

  private volatile boolean moving;

  private long monotonic() {
    return moving && Thread.currentThread() == thread ? nanos.addAndGet(STEP_NANOS) : nanos.get();
  }

  @AfterEach
  void close() {
    generator.close();
    registry.close();
  }

  private void bind() {
    new SnowflakeMetrics(generator).bindTo(registry);
  }

  private double gauge(String name, String... tags) {
    return registry.get(name).tags(tags).gauge().value();
  }

  private double count(String name, String... tags) {
    return registry.get(name).tags(tags).functionCounter().count();
  }

  // ---------------------------------------------------------------- names, types, units, tags

  @Test
  void shouldRegisterExactlyWhatItsTableSays() throws IOException {
    bind();
    Map<String, String> registered = new TreeMap<>();
    for (Meter meter : registry.getMeters()) {
      Meter.Id id = meter.getId();
      String tags =
          id.getTags().stream()
              .map(Tag::getKey)
              .filter(key -> !key.equals("namespace"))
              .collect(Collectors.joining());
      registered.put(id.getName(), "%s %s %s".formatted(type(meter), id.getBaseUnit(), tags));
      assertEquals("orders", id.getTag("namespace"));
      assertTrue(id.getDescription() != null && !id.getDescription().isEmpty(), id.getName());
    }
    assertEquals(documented(), registered);
  }

  private static String type(Meter meter) {
    TreeSet<Statistic> statistics = new TreeSet<>();
    meter.measure().forEach(measurement -> statistics.add(measurement.getStatistic()));
    return statistics.contains(Statistic.TOTAL_TIME)
        ? "timer"
        : statistics.contains(Statistic.COUNT) ? "counter" : "gauge";
  }

  /** Rows such as {@code | `snowflake.ids` | counter | ids | | … |}. */
  private static Map<String, String> documented() throws IOException {
    Pattern row =
        Pattern.compile("\\| `(snowflake[a-z.]+)` \\| (\\w+) \\| (\\w*) ?\\| `?(\\w*)`? ?\\|.*");
    Map<String, String> rows = new TreeMap<>();
    try (Stream<String> lines = Files.lines(TABLE)) {
      lines
          .map(row::matcher)
          .filter(Matcher::matches)
          .forEach(
              m ->
                  rows.put(
                      m.group(1),
                      "%s %s %s"
                          .formatted(
                              m.group(2), m.group(3).isEmpty() ? null : m.group(3), m.group(4))));
    }
    return rows;
  }

  @Test
  void shouldHaveAMeterForEachValueOfATag() {
    bind();
    assertEquals(
        List.of(
            "clock",
            "closed",
            "configuration",
            "interrupted",
            "lease_lost",
            "no_free_worker",
            "quarantine",
            "range_exhausted",
            "revalidating",
            "starting",
            "store_unreachable"),
        values("snowflake.refusals", "reason"));
    assertEquals(
        List.of(
            "acquired",
            "lost",
            "not_acquired",
            "not_released",
            "not_renewed",
            "released",
            "renewed"),
        values("snowflake.store.calls", "outcome"));
    assertEquals(
        List.of("active", "closed", "exhausted", "quarantined", "starting", "suspect"),
        values("snowflake.lease.state", "state"));
    assertEquals(
        List.of("closed", "cooling", "live", "poisoned"), values("snowflake.workers", "state"));
  }

  private List<String> values(String name, String tag) {
    return registry.get(name).meters().stream().map(m -> m.getId().getTag(tag)).sorted().toList();
  }

  @Test
  void shouldTellGeneratorsApartByTagsOfTheUser() {
    new SnowflakeMetrics(generator, Tags.of("pool", "a")).bindTo(registry);
    new SnowflakeMetrics(generator, Tags.of("pool", "b")).bindTo(registry);
    assertEquals(2, registry.get("snowflake.ids").tag("namespace", "orders").meters().size());
  }

  // ---------------------------------------------------------------- values

  @Test
  void shouldShowTheLease() {
    bind();
    assertEquals(1, gauge("snowflake.lease.state", "state", "active"));
    assertEquals(0, gauge("snowflake.lease.state", "state", "suspect"));
    assertEquals(generator.status().worker().orElseThrow(), gauge("snowflake.lease.worker"));
    assertEquals(15, gauge("snowflake.lease.remaining"), "in seconds");
    assertEquals(1, count("snowflake.lease.acquired"));
    assertEquals(0, count("snowflake.lease.unconfirmed.pauses"));
    assertEquals(
        1,
        registry.get("snowflake.store.calls").tag("outcome", "acquired").functionTimer().count());
    assertEquals(8, gauge("snowflake.workers", "state", "closed"));
    assertEquals(0, gauge("snowflake.workers", "state", "live"));
  }

  @Test
  void shouldShowClocks() {
    bind();
    assertEquals(0.040, gauge("snowflake.clock.offset"), 1e-9, "in seconds");
    double days = (generator.layout().lastInstant().toEpochMilli() - NOW) / (double) 86_400_000;
    assertEquals(days, gauge("snowflake.layout.remaining"), 1e-9);
  }

  @Test
  void shouldCountIdsAndTheWaitsBetweenThem() {
    bind();
    generator.next(new long[2]); // all of a millisecond
    assertEquals(2, count("snowflake.ids"));
    moving = true; // each reading of the clock takes a quarter of a millisecond
    assertTrue(generator.next() >= 0);
    moving = false;
    assertEquals(3, count("snowflake.ids"));
    var waits = registry.get("snowflake.sequence.waits").functionTimer();
    assertTrue(waits.count() >= 1);
    double waited = waits.totalTime(TimeUnit.NANOSECONDS);
    assertTrue(waited >= waits.count() * STEP_NANOS, () -> "waited " + waited + " ns");
    assertTrue(waited <= TimeUnit.MILLISECONDS.toNanos(1), () -> "waited " + waited + " ns");
  }

  @Test
  void shouldCountRefusals() {
    bind();
    generator.close();
    for (int i = 0; i < 3; i++) {
      assertThrows(LeaseUnavailableException.class, generator::next);
    }
    assertEquals(3, count("snowflake.refusals", "reason", "closed"));
    assertEquals(0, count("snowflake.refusals", "reason", "lease_lost"));
    assertEquals(1, gauge("snowflake.lease.state", "state", "closed"));
    assertEquals(
        1,
        registry.get("snowflake.store.calls").tag("outcome", "released").functionTimer().count());
  }

  @Test
  void shouldShowNothingWhereNothingIsKnown() {
    store.down(true);
    try (SnowflakeGenerator without =
        SnowflakeGenerator.builder(store).namespace("none").maxWait(Duration.ZERO).build()) {
      new SnowflakeMetrics(without).bindTo(registry);
      assertEquals(Double.NaN, gauge("snowflake.lease.worker"));
      assertEquals(Double.NaN, gauge("snowflake.lease.remaining"));
      assertEquals(Double.NaN, gauge("snowflake.clock.offset"));
      assertEquals(Double.NaN, gauge("snowflake.workers", "state", "live"));
      assertEquals(1, gauge("snowflake.lease.state", "state", "starting"));
      assertThrows(LeaseUnavailableException.class, without::next);
      assertEquals(1, count("snowflake.refusals", "reason", "store_unreachable"));
    }
  }
}
