package dev.snowflakeid.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
  private static final Pattern DURATION = Pattern.compile("(\\d{1,12})(ms|s|m|h)");
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
    settings.forEach(
        (name, value) -> {
          if (name.startsWith(prefix) && value != null) {
            given.put(known(name.substring(prefix.length())), value);
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
    return read(key, Integer.class, "must be an integer", Integer::valueOf);
  }

  Optional<Duration> duration(Key key) {
    Optional<Duration> duration =
        read(key, Duration.class, DURATION_RULE, text -> parseDuration(key, text));
    if (duration.filter(Duration::isNegative).isPresent()) {
      throw refused(key, "must not be negative");
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
    if (given.get(key) instanceof Long || given.get(key) instanceof Integer) {
      return Optional.of(fromUnixMillis(key, ((Number) given.get(key)).longValue()));
    }
    return read(
        key,
        Instant.class,
        EPOCH_RULE,
        text ->
            text.matches("-?\\d+")
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

  private <T> Optional<T> read(Key key, Class<T> type, String rule, Function<String, T> parser) {
    Object value = given.get(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!(value instanceof String text)) {
      if (!type.isInstance(value)) {
        throw refused(key, rule);
      }
      return Optional.of(type.cast(value));
    }
    if (text.isBlank()) {
      throw refused(key, "must not be blank");
    }
    try {
      return Optional.of(parser.apply(text.strip()));
    } catch (NumberFormatException | DateTimeException e) {
      throw refused(key, rule);
    }
  }

  /** Says which rule the value of a key breaks. */
  IllegalArgumentException refused(Key key, String rule) {
    Object value = given.get(key);
    return new IllegalArgumentException(
        "%s: %s%s=%s".formatted(rule, prefix, key, value == null ? "(not set)" : value));
  }
}
