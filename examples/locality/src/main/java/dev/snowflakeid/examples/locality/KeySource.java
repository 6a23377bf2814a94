package dev.snowflakeid.examples.locality;

import dev.snowflakeid.SnowflakeLayout;
import io.hypersistence.tsid.TSID;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.UUID;
import org.hibernate.id.uuid.UuidVersion7Strategy;

/** Keys in the order in which their rows are inserted; holds no more than the rows on the way. */
interface KeySource {

  /** Returns the key of the row that is inserted next. */
  Object next();

  /** Returns a source of keys that the client makes. */
  static KeySource of(Strategy strategy, Arrival arrival) {
    Random random = new Random(arrival.seed());
    return switch (strategy.kind()) {
      case UUID4 -> () -> randomUuid(random);
      case UUID7_HIBERNATE -> new HibernateUuid7()::next;
      case SEQUENCE50 -> new Delayed(new Blocks(strategy.workers(), random), arrival, random);
      case SNOWFLAKE, WORKER_FIRST, TSID ->
          new Delayed(new Clocks(strategy, arrival, random), arrival, random);
      case SEQUENCE, IDENTITY, UUID7_POSTGRESQL ->
          throw new IllegalArgumentException(
              "the server makes these keys: kind=" + strategy.kind());
    };
  }

  private static UUID randomUuid(Random random) {
    return new UUID(
        (random.nextLong() & ~0xF000L) | 0x4000L, random.nextLong() >>> 2 | Long.MIN_VALUE);
  }

  /** Hibernate's strategy reads the system's clock, so these keys alone differ from run to run. */
  final class HibernateUuid7 {
    private final UuidVersion7Strategy strategy = new UuidVersion7Strategy();

    @SuppressWarnings("NullAway") // the strategy does not look at the session
    UUID next() {
      return strategy.generateUuid(null);
    }
  }

  /** A sequence with an increment of 50, used by several workers at random. */
  final class Blocks implements KeySource {
    private static final int BLOCK = 50;

    private final long[] next;
    private final Random random;
    private long nextBlock = 1;

    Blocks(int workers, Random random) {
      this.next = new long[workers];
      this.random = random;
    }

    @Override
    public Long next() {
      int worker = random.nextInt(next.length);
      if (next[worker] % BLOCK == 0) {
        next[worker] = nextBlock * BLOCK;
        nextBlock++;
      }
      return ++next[worker];
    }
  }

  /** Workers with a clock each; which of them inserts a row is left to chance. */
  final class Clocks implements KeySource {
    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final long START = Instant.parse("2026-11-30T00:00:00Z").toEpochMilli();

    private final Kind kind;
    private final double rowsPerMilli;
    private final Random random;
    private final double[] skew;
    private final long[] last;
    private final int[] sequence;
    private final TSID.Factory[] tsids;
    private long rows;
    private long now;

    Clocks(Strategy strategy, Arrival arrival, Random random) {
      int workers = strategy.workers();
      this.kind = strategy.kind();
      this.rowsPerMilli = arrival.rowsPerMilli();
      this.random = random;
      this.skew = skews(strategy, arrival.roundTripMillis() / 2);
      this.last = new long[workers];
      this.sequence = new int[workers];
      this.tsids = new TSID.Factory[kind == Kind.TSID ? workers : 0];
      Clock clock = new SimulatedClock();
      Arrays.setAll(
          tsids,
          worker ->
              TSID.Factory.builder()
                  .withNodeBits(LAYOUT.workerBits())
                  .withNode(worker)
                  .withClock(clock)
                  .withRandom(random)
                  .build());
    }

    private static double[] skews(Strategy strategy, double aligned) {
      double bound =
          strategy.aligned() ? Math.min(strategy.skewMillis(), aligned) : strategy.skewMillis();
      double[] skews = new double[strategy.workers()];
      double steps = Math.max(1, skews.length - 1);
      Arrays.setAll(skews, worker -> bound * (2 * worker / steps - 1));
      return skews;
    }

    @Override
    public Long next() {
      int worker = random.nextInt(skew.length);
      now = START + (long) Math.floor(rows++ / rowsPerMilli + skew[worker]);
      if (kind == Kind.TSID) {
        return tsids[worker].generate().toLong();
      }
      sequence[worker] = now == last[worker] ? sequence[worker] + 1 : 0;
      last[worker] = now;
      long id = LAYOUT.compose(now, worker, sequence[worker]);
      return kind == Kind.WORKER_FIRST ? workerFirst(id) : id;
    }

    private static long workerFirst(long id) {
      int timeAndSequence = LAYOUT.timestampBits() + LAYOUT.sequenceBits();
      long time = id >>> (LAYOUT.workerBits() + LAYOUT.sequenceBits());
      return (long) LAYOUT.workerOf(id) << timeAndSequence
          | time << LAYOUT.sequenceBits()
          | LAYOUT.sequenceOf(id);
    }

    private final class SimulatedClock extends Clock {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("a simulated clock has no zone: zone=" + zone);
      }

      @Override
      public long millis() {
        return now;
      }

      @Override
      public Instant instant() {
        return Instant.ofEpochMilli(now);
      }
    }
  }

  /** Hands keys on when their time from id to insert has passed. */
  final class Delayed implements KeySource {
    private record Row(double due, long number, Object key) implements Comparable<Row> {
      @Override
      public int compareTo(Row other) {
        int order = Double.compare(due, other.due);
        return order == 0 ? Long.compare(number, other.number) : order;
      }
    }

    private final PriorityQueue<Row> onTheWay = new PriorityQueue<>();
    private final KeySource keys;
    private final double delayRows;
    private final Random random;
    private long made;

    Delayed(KeySource keys, Arrival arrival, Random random) {
      this.keys = keys;
      this.delayRows = arrival.delayMillis() * arrival.rowsPerMilli();
      this.random = random;
    }

    @Override
    public Object next() {
      if (delayRows == 0) {
        return keys.next();
      }
      while (onTheWay.isEmpty() || onTheWay.peek().due() > made) {
        onTheWay.add(new Row(made + random.nextDouble() * delayRows, made, keys.next()));
        made++;
      }
      return onTheWay.remove().key();
    }
  }
}
