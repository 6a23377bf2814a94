package dev.snowflakeid.config;

import dev.snowflakeid.lease.internal.Secrets;
import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The values under one prefix, as given: text or already of the right type. */
final class Values {

  private static final String DURATION_RULE = "must be a duration such as 500ms, 10s, 2m or PT10S";
  private static final String EPOCH_RULE =
      "must be an instant such as 2025-01-01T00:00:00Z or its Unix time in ms";
  private static final String RANGE_RULE = "must be a range such as 0-1023, the lower end first";
  private static final String FLAG_RULE = "must be true or false";
  private static final String LIST_RULE = "must be a list such as a,b,c, without blanks in it";
  private static final Pattern DURATION = Pattern.compile("(\\d{1,12})(ms|s|m|h)");
  private static final Duration LONGEST = Duration.ofDays(365); // sums of some fit a long of ns
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+"); // of ASCII alone
  private static final Pattern ADDRESS = Pattern.compile("://|@");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:\\s*-\\s*(\\d{1,9}))?");
  private static final long LEAST_PLAUSIBLE_MILLIS =
      100_000_000_000L; // of 1973; read as seconds, of the year 5138

  private final String prefix;
  private final Map<Key, Object> given = new EnumMap<>(Key.class);

  /**
   * @throws IllegalArgumentException if there is an unknown key under the prefix
   */
  Values(Map<String, ?> settings, String prefix) {
    this.prefix = prefix;
    Map<?, ?> entries = settings; // a map of properties may have keys of any type
    entries.forEach(
        (name, value) -> {
          if (name instanceof String text && text.startsWith(prefix) && value != null) {
            given.put(known(text.substring(prefix.length())), value);
          }
        });
  }

  private Key known(String name) {
    return Key.of(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown setting: %s%s; did you mean %s%s? Known under %s are: %s"
                        .formatted(prefix, name, prefix, Key.closestTo(name), prefix, Key.list())));
  }

  boolean has(Key key) {
    return given.containsKey(key);
  }

  @Nullable Object get(Key key) {
    return given.get(key);
  }

  Optional<String> text(Key key) {
    return read(key, String.class, "must be text", text -> text);
  }

  /** Text with the blanks around it. */
  Optional<String> secret(Key key) {
    return text(key).map(stripped -> String.valueOf(given.get(key)));
  }

  Optional<Path> path(Key key) {
    return read(key, Path.class, "must be the path of a file", Path::of);
  }

  /** Text, divided at commas. */
  Optional<List<String>> list(Key key) {
    return text(key).map(text -> parseList(key, text));
  }

  private List<String> parseList(Key key, String text) {
    List<String> items = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    if (items.contains("")) {
      throw refused(key, LIST_RULE);
    }
    return items;
  }

  Optional<Boolean> flag(Key key) {
    return read(key, Boolean.class, FLAG_RULE, text -> parseFlag(key, text));
  }

  private boolean parseFlag(Key key, String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw refused(key, FLAG_RULE);
    };
  }

  Optional<Integer> integer(Key key) {
    return read(
        key, Integer.class, "must be an integer", text -> Integer.valueOf(requireDigits(text)));
  }

  private static String requireDigits(String text) {
    if (!INTEGER.matcher(text).matches()) {
      throw new NumberFormatException(text);
    }
    return text;
  }

  Optional<Duration> duration(Key key) {
    Optional<Duration> duration =
        read(key, Duration.class, DURATION_RULE, text -> parseDuration(key, text));
    if (duration.filter(Duration::isNegative).isPresent()) {
      throw refused(key, "must not be negative");
    }
    if (duration.filter(given -> given.compareTo(LONGEST) > 0).isPresent()) {
      throw refused(key, "must be at most %s days".formatted(LONGEST.toDays()));
    }
    return duration;
  }

  private Duration parseDuration(Key key, String text) {
    if (text.startsWith("P")) {
      return Duration.parse(text);
    }
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw refused(key, DURATION_RULE);
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }

  /** An instant, or the Unix time in ms as a number or digits. */
  Optional<Instant> instant(Key key) {
    return read(
        key,
        Instant.class,
        EPOCH_RULE,
        text ->
            INTEGER.matcher(text).matches()
                ? fromUnixMillis(key, Long.parseLong(text))
                : Instant.parse(text));
  }

  private Instant fromUnixMillis(Key key, long millis) {
    if (millis != 0 && Math.abs(millis) < LEAST_PLAUSIBLE_MILLIS) {
      throw refused(key, EPOCH_RULE + ", not in seconds");
    }
    return Instant.ofEpochMilli(millis);
  }

  /** A range of worker ids, both inclusive. */
  record Range(int first, int last) {}

  /** A range: {@code 0-1023}, or {@code 7} for 7 alone. */
  Optional<Range> range(Key key) {
    return read(key, Range.class, RANGE_RULE, text -> parseRange(key, text));
  }

  private Range parseRange(Key key, String text) {
    Matcher matcher = RANGE.matcher(text);
    if (!matcher.matches()) {
      throw refused(key, RANGE_RULE);
    }
    int first = Integer.parseInt(matcher.group(1));
    int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
    if (first > last) {
      throw refused(key, RANGE_RULE);
    }
    return new Range(first, last);
  }

  /** Whole numbers count as their digits. */
  private <T> Optional<T> read(Key key, Class<T> type, String rule, Function<String, T> parser) {
    Object value = given.get(key);
    if (value == null) {
      return Optional.empty();
    }
    if (type.isInstance(value) && type != String.class) {
      return Optional.of(type.cast(value));
    }
    if (!(value instanceof String) && !isIntegral(value)) {
      throw refused(key, rule);
    }
    String text = value.toString().strip();
    if (text.isEmpty()) {
      throw refused(key, "must not be blank");
    }
    try {
      return Optional.of(parser.apply(text));
    } catch (NumberFormatException | DateTimeException | InvalidPathException e) {
      throw refused(key, rule);
    }
  }

  private static boolean isIntegral(Object value) {
    return value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte
        || value instanceof BigInteger
        || value instanceof AtomicInteger
        || value instanceof AtomicLong;
  }

  /**
   * Requires a value.
   *
   * @param rule such as {@code must be set with lease.store=etcd}
   */
  <T> T required(Optional<T> value, Key key, String rule) {
    return value.orElseThrow(() -> refused(key, rule));
  }

  /** Requires that of two keys either both are set or none. */
  boolean both(Key one, Key other) {
    if (has(one) != has(other)) {
      throw has(one)
          ? refused(other, "must be set with " + prefix + one)
          : refused(one, "must be set with " + prefix + other);
    }
    return has(one);
  }

  /** Says which rule the value of a key breaks. */
  IllegalArgumentException refused(Key key, String rule) {
    return new IllegalArgumentException("%s: %s%s=%s".formatted(rule, prefix, key, shown(key)));
  }

  /** Adds to what is wrong which keys it comes from. */
  IllegalArgumentException refused(IllegalArgumentException cause, String keys) {
    return new IllegalArgumentException(
        "%s (%s%s)".formatted(cause.getMessage(), prefix, keys), cause);
  }

  private String shown(Key key) {
    Object value = given.get(key);
    if (value == null) {
      return "(not set)";
    }
    if (key == Key.LEASE_ETCD_PASSWORD) {
      return "(not shown)";
    }
    String text = Secrets.hiddenIn(value.toString());
    return ADDRESS.matcher(text).find() ? Secrets.hidden(text) : text;
  }
}
