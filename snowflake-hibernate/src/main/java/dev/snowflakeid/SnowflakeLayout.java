package dev.snowflakeid;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Objects;

/**
 * How a 64-bit id is divided: sign (0) · timestamp · worker id · sequence.
 *
 * <pre>
 *   63 | 62 … 22: milliseconds since the epoch | 21 … 12: worker id | 11 … 0: sequence
 * </pre>
 *
 * <p>Ids compare like their timestamps, so rows with ascending ids append at the right edge of a
 * B-tree. Ids are never negative. Nothing here masks or wraps: a value that does not fit is an
 * {@link IllegalArgumentException} that names the rule.
 *
 * @param epoch first instant that an id can carry, a whole millisecond
 * @param workerBits width of the worker id, 0 to 20
 * @param sequenceBits width of the sequence, 1 to 20; the timestamp gets the other 63 − worker −
 *     sequence bits
 */
public record SnowflakeLayout(Instant epoch, int workerBits, int sequenceBits) {

  /**
   * 2025-01-01T00:00:00Z · 41 bits of milliseconds · 10 bits worker id · 12 bits sequence; the last
   * id is of 2094-09-07T15:47:35.551Z.
   */
  public static final SnowflakeLayout DEFAULT =
      new SnowflakeLayout(Instant.ofEpochMilli(1_735_689_600_000L), 10, 12);

  private static final int MAX_FIELD_BITS = 20; // 23 bits of ms would last for 2 hours
  private static final int ID_BITS = 63;

  /**
   * @throws IllegalArgumentException if a width is out of range, if the epoch is not a whole
   *     millisecond, or if the last instant cannot be told in Unix ms
   */
  public SnowflakeLayout {
    Objects.requireNonNull(epoch, "epoch");
    requireRange("worker bits", workerBits, 0, MAX_FIELD_BITS);
    requireRange("sequence bits", sequenceBits, 1, MAX_FIELD_BITS);
    if (epoch.getNano() % 1_000_000 != 0) {
      throw new IllegalArgumentException("epoch must be a whole millisecond: epoch=" + epoch);
    }
    try {
      Math.addExact(epoch.toEpochMilli(), (1L << (ID_BITS - workerBits - sequenceBits)) - 1);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("epoch is out of range: epoch=" + epoch, e);
    }
  }

  /** Returns the width of the timestamp in bits. */
  public int timestampBits() {
    return ID_BITS - workerBits - sequenceBits;
  }

  /** Returns the highest worker id. */
  public int maxWorker() {
    return (1 << workerBits) - 1;
  }

  /** Returns the highest sequence. */
  public int maxSequence() {
    return (1 << sequenceBits) - 1;
  }

  /** Returns the epoch in Unix ms. */
  public long epochMillis() {
    return epoch.toEpochMilli();
  }

  /** Returns the last instant that an id can carry. */
  public Instant lastInstant() {
    return Instant.ofEpochMilli(epochMillis() + maxTick());
  }

  /**
   * Composes an id.
   *
   * @param instant truncated to milliseconds
   * @throws IllegalArgumentException if a part is out of range
   */
  public long compose(Instant instant, int worker, int sequence) {
    return compose(millis(instant), worker, sequence);
  }

  /**
   * Composes an id.
   *
   * @param unixMillis timestamp in Unix ms
   * @throws IllegalArgumentException if a part is out of range
   */
  public long compose(long unixMillis, int worker, int sequence) {
    requireRange("worker", worker, 0, maxWorker());
    requireRange("sequence", sequence, 0, maxSequence());
    return tick(unixMillis) << shift() | (long) worker << sequenceBits | sequence;
  }

  /**
   * Reads an id from its decimal digits, the form in which ids travel in JSON and URLs. Any
   * layout's id is read; exactly one text stands for each.
   *
   * @param digits ASCII digits without sign, blanks or leading zeros
   * @throws IllegalArgumentException if it is anything else or above {@link Long#MAX_VALUE}
   */
  public static long parseId(CharSequence digits) {
    int length = digits.length();
    boolean canonical = length == 1 || (length > 1 && length <= 19 && digits.charAt(0) != '0');
    long id = 0;
    for (int i = 0; canonical && i < length; i++) {
      char digit = digits.charAt(i);
      id = 10 * id + (digit - '0'); // nineteen digits beyond the last long come out negative
      canonical = digit >= '0' && digit <= '9';
    }
    if (canonical && id >= 0) {
      return id;
    }
    throw new IllegalArgumentException(
        "id must be a decimal integer from 0 to %s without sign or leading zeros: id=%s"
            .formatted(Long.MAX_VALUE, digits));
  }

  /**
   * Takes an id apart.
   *
   * @throws IllegalArgumentException if the id is negative
   */
  public SnowflakeParts decompose(long id) {
    return new SnowflakeParts(instantOf(id), workerOf(id), sequenceOf(id));
  }

  /**
   * Returns the instant at which the id was made, to the millisecond.
   *
   * @throws IllegalArgumentException if the id is negative
   */
  public Instant instantOf(long id) {
    return Instant.ofEpochMilli(epochMillis() + (requireId(id) >> shift()));
  }

  /**
   * Returns the worker that made the id.
   *
   * @throws IllegalArgumentException if the id is negative
   */
  public int workerOf(long id) {
    return (int) (requireId(id) >> sequenceBits) & maxWorker();
  }

  /**
   * Returns the id's place among those of the same worker and millisecond.
   *
   * @throws IllegalArgumentException if the id is negative
   */
  public int sequenceOf(long id) {
    return (int) requireId(id) & maxSequence();
  }

  /**
   * Returns the smallest id of the instant's millisecond. {@code id >= firstIdAt(from) and id <
   * firstIdAt(to)} is a time range on the primary key.
   *
   * @throws IllegalArgumentException if the instant is before the epoch or after the last instant
   */
  public long firstIdAt(Instant instant) {
    return tick(millis(instant)) << shift();
  }

  /**
   * Returns the largest id of the instant's millisecond.
   *
   * @throws IllegalArgumentException if the instant is before the epoch or after the last instant
   */
  public long lastIdAt(Instant instant) {
    return firstIdAt(instant) | (1L << shift()) - 1;
  }

  @Override
  public String toString() {
    return "epoch=%s bits=%s/%s/%s".formatted(epoch, timestampBits(), workerBits, sequenceBits);
  }

  int shift() {
    return workerBits + sequenceBits;
  }

  /** Last timestamp, in ms since the epoch. */
  long maxTick() {
    return (1L << timestampBits()) - 1;
  }

  /**
   * @throws ClockException if the layout has no ids at this time
   */
  void requireInside(Instant now) {
    if (now.isBefore(epoch)) {
      throw new ClockException(
          ClockException.Reason.BEFORE_EPOCH,
          "the clock is before the epoch: clock=%s %s".formatted(now, this));
    }
    if (now.isAfter(lastInstant())) {
      throw new ClockException(
          ClockException.Reason.PAST_LAST_INSTANT,
          "the clock is past the last instant, %s: clock=%s %s"
              .formatted(lastInstant(), now, this));
    }
  }

  private long tick(long unixMillis) {
    long epochMillis = epochMillis();
    if (unixMillis < epochMillis || unixMillis > epochMillis + maxTick()) {
      throw new IllegalArgumentException(
          "timestamp must lie between %s and %s: timestamp=%s"
              .formatted(epoch, lastInstant(), Instant.ofEpochMilli(unixMillis)));
    }
    return unixMillis - epochMillis;
  }

  private long millis(Instant instant) {
    try {
      return instant.toEpochMilli();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "timestamp must lie between %s and %s: timestamp=%s"
              .formatted(epoch, lastInstant(), instant),
          new DateTimeException("not representable in Unix ms", e));
    }
  }

  private static long requireId(long id) {
    if (id < 0) {
      throw new IllegalArgumentException("id must not be negative: id=" + id);
    }
    return id;
  }

  private static void requireRange(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s must be between %s and %s: %s=%s".formatted(name, min, max, name, value));
    }
  }
}
