package dev.snowflakeid.micrometer;

import dev.snowflakeid.GeneratorMetrics;
import dev.snowflakeid.GeneratorMetrics.Refusal;
import dev.snowflakeid.GeneratorMetrics.StoreCall;
import dev.snowflakeid.GeneratorMetrics.Timing;
import dev.snowflakeid.GeneratorMetrics.Workers;
import dev.snowflakeid.LeaseStatus;
import dev.snowflakeid.LeaseStatus.State;
import dev.snowflakeid.SnowflakeGenerator;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one generator. All have the tag {@code namespace}; where nothing is known, a gauge
 * is {@code NaN}.
 *
 * <ul>
 *   <li>{@code snowflake.ids}: counter of ids
 *   <li>{@code snowflake.sequence.waits}: timer of waits because all ids of a millisecond were
 *       issued
 *   <li>{@code snowflake.refusals}: counter of exceptions instead of an id; tag {@code reason}
 *   <li>{@code snowflake.store.calls}: timer of the conversations with the lease store; tag {@code
 *       outcome}
 *   <li>{@code snowflake.lease.state}: gauge, 1 for the present state, 0 for the others; tag {@code
 *       state}
 *   <li>{@code snowflake.lease.worker}: gauge of the worker id
 *   <li>{@code snowflake.lease.remaining}: gauge of the time that the lease surely lasts without
 *       another renewal, negative if that is over
 *   <li>{@code snowflake.lease.acquired}: counter of leases; each after the first is a change of
 *       worker
 *   <li>{@code snowflake.lease.unconfirmed.pauses}: counter of pauses of the process after which
 *       ids went on although the store could not confirm the lease
 *   <li>{@code snowflake.workers}: gauge of worker ids; tag {@code state}: live, cooling, closed,
 *       poisoned
 *   <li>{@code snowflake.clock.offset}: gauge of the generator's clock minus the store's
 *   <li>{@code snowflake.layout.remaining}: gauge of the days until the layout has no more ids
 * </ul>
 */
public final class SnowflakeMetrics implements MeterBinder {

  private static final double MILLIS_PER_DAY = Duration.ofDays(1).toMillis();

  private final SnowflakeGenerator generator;
  private final Tags tags;

  /** Meters of a generator; it stays alive as long as the registry. */
  public SnowflakeMetrics(SnowflakeGenerator generator) {
    this(generator, Tags.empty());
  }

  /** Meters of a generator, with more tags. */
  public SnowflakeMetrics(SnowflakeGenerator generator, Iterable<Tag> tags) {
    this.generator = generator;
    this.tags = Tags.of(tags).and("namespace", generator.status().namespace());
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    FunctionCounter.builder("snowflake.ids", generator, g -> g.metrics().idsIssued())
        .description("Ids that were handed out")
        .baseUnit("ids")
        .tags(tags)
        .register(registry);
    timer(
        registry,
        "snowflake.sequence.waits",
        "Waits because all ids of a millisecond were issued",
        tags,
        m -> new Timing(m.sequenceWaits(), m.sequenceWaitTime()));
    for (Refusal reason : Refusal.values()) {
      FunctionCounter.builder(
              "snowflake.refusals", generator, g -> g.metrics().refusals().get(reason))
          .description("Exceptions instead of an id")
          .tags(tags.and("reason", reason.toString()))
          .register(registry);
    }
    for (StoreCall call : StoreCall.values()) {
      timer(
          registry,
          "snowflake.store.calls",
          "Conversations with the lease store",
          tags.and("outcome", call.toString()),
          m -> m.storeCalls().get(call));
    }
    bindLease(registry);
    bindWorkers(registry);
    bindClock(registry);
  }

  private void bindLease(MeterRegistry registry) {
    for (State state : State.values()) {
      gauge(
          registry,
          "snowflake.lease.state",
          "1 for the present state of the lease",
          tags.and("state", state.name().toLowerCase(Locale.ROOT)),
          g -> g.status().state() == state ? 1 : 0);
    }
    gauge(
        registry,
        "snowflake.lease.worker",
        "Worker id",
        tags,
        g -> g.status().worker().isPresent() ? g.status().worker().getAsInt() : Double.NaN);
    TimeGauge.builder(
            "snowflake.lease.remaining",
            generator,
            TimeUnit.MILLISECONDS,
            g -> orNaN(g.status().remaining()))
        .description("How long the lease surely lasts without another renewal")
        .tags(tags)
        .register(registry);
    counter(registry, "snowflake.lease.acquired", "Leases acquired", LeaseStatus::workersTaken);
    counter(
        registry,
        "snowflake.lease.unconfirmed.pauses",
        "Pauses of the process after which the store could not confirm the lease",
        LeaseStatus::unconfirmedPauses);
  }

  private void bindWorkers(MeterRegistry registry) {
    workers(registry, "live", Workers::live);
    workers(registry, "cooling", Workers::cooling);
    workers(registry, "closed", Workers::closed);
    workers(registry, "poisoned", Workers::poisoned);
  }

  private void bindClock(MeterRegistry registry) {
    TimeGauge.builder(
            "snowflake.clock.offset",
            generator,
            TimeUnit.MILLISECONDS,
            g -> {
              var offset = g.metrics().clockOffsetMillis();
              return offset.isPresent() ? offset.getAsLong() : Double.NaN;
            })
        .description("The generator's clock minus the store's")
        .tags(tags)
        .register(registry);
    Gauge.builder("snowflake.layout.remaining", generator, SnowflakeMetrics::daysLeft)
        .description("Days until the layout has no more ids")
        .baseUnit("days")
        .tags(tags)
        .register(registry);
  }

  private void workers(MeterRegistry registry, String state, ToLongFunction<Workers> count) {
    gauge(
        registry,
        "snowflake.workers",
        "Worker ids of the namespace",
        tags.and("state", state),
        g -> {
          Workers workers = g.metrics().workers();
          return workers == null ? Double.NaN : count.applyAsLong(workers);
        });
  }

  private void gauge(
      MeterRegistry registry,
      String name,
      String description,
      Tags tags,
      ToDoubleFunction<SnowflakeGenerator> value) {
    Gauge.builder(name, generator, value).description(description).tags(tags).register(registry);
  }

  private void counter(
      MeterRegistry registry, String name, String description, ToLongFunction<LeaseStatus> count) {
    FunctionCounter.builder(name, generator, g -> count.applyAsLong(g.status()))
        .description(description)
        .tags(tags)
        .register(registry);
  }

  private void timer(
      MeterRegistry registry,
      String name,
      String description,
      Tags tags,
      Function<GeneratorMetrics, Timing> timing) {
    FunctionTimer.builder(
            name,
            generator,
            g -> timing.apply(g.metrics()).count(),
            g -> timing.apply(g.metrics()).total().toNanos(),
            TimeUnit.NANOSECONDS)
        .description(description)
        .tags(tags)
        .register(registry);
  }

  private static double orNaN(@Nullable Duration duration) {
    return duration == null ? Double.NaN : duration.toMillis();
  }

  private static double daysLeft(SnowflakeGenerator generator) {
    Instant last = generator.layout().lastInstant();
    return (last.toEpochMilli() - System.currentTimeMillis()) / MILLIS_PER_DAY;
  }
}
