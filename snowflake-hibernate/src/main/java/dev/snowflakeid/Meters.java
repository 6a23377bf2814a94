package dev.snowflakeid;

import dev.snowflakeid.GeneratorMetrics.Refusal;
import dev.snowflakeid.GeneratorMetrics.StoreCall;
import dev.snowflakeid.GeneratorMetrics.Timing;
import dev.snowflakeid.GeneratorMetrics.Workers;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts what a generator does. Nothing here is on the path of an id that need not wait. */
final class Meters {

  private record Total(LongAdder count, LongAdder nanos) {
    Total() {
      this(new LongAdder(), new LongAdder());
    }

    void add(long nanos) {
      count.increment();
      this.nanos.add(nanos);
    }
  }

  private final LongAdder issued = new LongAdder();
  private final AtomicLong mostIssued = new AtomicLong();
  private final Total waits = new Total();
  private final Map<Refusal, LongAdder> refusals = new EnumMap<>(Refusal.class);
  private final Map<StoreCall, Total> calls = new EnumMap<>(StoreCall.class);
  private volatile @Nullable Workers workers;
  private volatile boolean wanted;

  Meters() {
    for (Refusal refusal : Refusal.values()) {
      refusals.put(refusal, new LongAdder());
    }
    for (StoreCall call : StoreCall.values()) {
      calls.put(call, new Total());
    }
  }

  /** Where a lease counts the ids of each millisecond that is over. */
  LongAdder issued() {
    return issued;
  }

  void waited(long nanos) {
    waits.add(nanos);
  }

  void refused(IdGenerationException refusal) {
    count(refusals, Refusal.of(refusal)).increment();
  }

  void called(StoreCall call, long nanos) {
    count(calls, call).add(nanos);
  }

  void saw(Workers seen) {
    workers = seen;
  }

  /** Whether somebody has read the metrics since the last call of this method. */
  boolean wanted() {
    boolean before = wanted;
    wanted = false;
    return before;
  }

  GeneratorMetrics read(Lease present, OptionalLong clockOffsetMillis) {
    wanted = true;
    long sum = issued.sum() + present.issuedInLastTick(); // a tick may be on its way between both
    Map<Refusal, Long> refused = new EnumMap<>(Refusal.class);
    refusals.forEach((reason, count) -> refused.put(reason, count.sum()));
    Map<StoreCall, Timing> timed = new EnumMap<>(StoreCall.class);
    calls.forEach((call, total) -> timed.put(call, timing(total)));
    return new GeneratorMetrics(
        mostIssued.accumulateAndGet(sum, Math::max),
        waits.count.sum(),
        Duration.ofNanos(waits.nanos.sum()),
        Map.copyOf(refused),
        Map.copyOf(timed),
        clockOffsetMillis,
        workers);
  }

  private static Timing timing(Total total) {
    return new Timing(total.count.sum(), Duration.ofNanos(total.nanos.sum()));
  }

  private static <K extends Enum<K>, V> V count(Map<K, V> counts, K key) {
    return Objects.requireNonNull(counts.get(key));
  }
}
