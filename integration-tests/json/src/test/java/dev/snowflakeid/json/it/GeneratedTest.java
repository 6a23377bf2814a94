package dev.snowflakeid.json.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.snowflakeid.StringId;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Values and inputs out of a generator; -Dseed=… repeats a run. */
class GeneratedTest {

  private static final int RUNS = 1_000;
  private static final String CANONICAL = "0|[1-9][0-9]{0,18}";

  private final long seed = Long.getLong("seed", System.nanoTime());
  private final SplittableRandom random = new SplittableRandom(seed);

  /** Every type and container that is written and read, and itself. */
  record Tree(
      @StringId long primitive,
      long count,
      @StringId @Nullable Long boxed,
      @StringId @Nullable BigInteger big,
      @StringId @Nullable AtomicLong atomic,
      @StringId OptionalLong optionalLong,
      @StringId Optional<Long> optional,
      @StringId List<Long> list,
      @StringId Iterable<Long> iterable,
      @StringId Long[] boxes,
      @StringId long[] primitives,
      @StringId Map<Long, Long> map,
      @StringId Map<String, List<Long>> lists,
      @StringId List<Map<String, long[]>> maps,
      Optional<Long> total,
      List<Tree> children) {}

  record Id(@StringId long id) {}

  record Big(@StringId BigInteger id) {}

  record Ids(@StringId List<Long> id) {}

  record Primitives(@StringId long[] id) {}

  record Maybe(@StringId Optional<Long> id) {}

  @Test
  void shouldRoundTripAnyTreeAndWriteTheSameBytesOnBothLines() throws Exception {
    for (int run = 0; run < RUNS; run++) {
      Tree tree = tree(3);
      String two = Line.JACKSON_2.mapper().write(tree);
      String three = Line.JACKSON_3.mapper().write(tree);

      assertEquals(two, three, this::seed);
      for (Line line : Line.values()) {
        Line.Mapper mapper = line.mapper();
        assertEquals(two, mapper.write(mapper.read(two, Tree.class)), this::seed);
      }
    }
  }

  @Test
  void shouldReadAnyScalarAsExactlyThatIdOrRefuseIt() throws Exception {
    int accepted = 0;
    for (int run = 0; run < 10 * RUNS; run++) {
      String scalar = scalar();
      String digits = scalar.startsWith("\"") ? unescape(scalar) : scalar;
      boolean canonical =
          digits.matches(CANONICAL)
              && new BigInteger(digits).compareTo(BigInteger.valueOf(Long.MAX_VALUE)) <= 0;
      for (Line line : List.of(Line.JACKSON_2, Line.JACKSON_3)) {
        Line.Mapper mapper = line.mapper();
        for (Class<?> type : List.of(Id.class, Big.class, Maybe.class)) {
          check(mapper, "{\"id\":" + scalar + "}", type, canonical, "\"" + digits + "\"");
        }
        for (Class<?> type : List.of(Ids.class, Primitives.class)) {
          check(mapper, "{\"id\":[" + scalar + "]}", type, canonical, "[\"" + digits + "\"]");
        }
      }
      accepted += canonical ? 1 : 0;
    }
    System.out.printf("seed=%s: %s scalars, %s of them ids%n", seed, 10 * RUNS, accepted);
  }

  private void check(
      Line.Mapper mapper, String json, Class<?> type, boolean canonical, String expected)
      throws Exception {
    if (canonical) {
      assertEquals("{\"id\":" + expected + "}", mapper.write(mapper.read(json, type)), this::seed);
    } else {
      assertThrows(Exception.class, () -> mapper.read(json, type), () -> json + " " + seed());
    }
  }

  private String seed() {
    return "seed=" + seed;
  }

  private Tree tree(int depth) {
    return new Tree(
        id(),
        random.nextLong(),
        maybe(this::id),
        maybe(() -> BigInteger.valueOf(id())),
        maybe(() -> new AtomicLong(id())),
        random.nextBoolean() ? OptionalLong.of(id()) : OptionalLong.empty(),
        Optional.ofNullable(maybe(this::id)),
        list(() -> maybe(this::id)),
        list(this::id),
        list(() -> maybe(this::id)).toArray(Long[]::new),
        longs(),
        map(this::id, this::id),
        map(() -> "k" + random.nextInt(9), () -> list(this::id)),
        list(() -> map(() -> "k" + random.nextInt(9), this::longs)),
        Optional.ofNullable(maybe(random::nextLong)),
        depth == 0 ? List.of() : list(() -> tree(random.nextInt(depth))));
  }

  private long id() {
    return random.nextLong() >>> (1 + random.nextInt(63));
  }

  private long[] longs() {
    return LongStream.generate(this::id).limit(random.nextInt(4)).toArray();
  }

  private <T> @Nullable T maybe(Supplier<T> value) {
    return random.nextInt(4) == 0 ? null : value.get();
  }

  private <T> List<T> list(Supplier<T> element) {
    List<T> list = new ArrayList<>();
    IntStream.range(0, random.nextInt(4)).forEach(i -> list.add(element.get()));
    return list;
  }

  private <K, V> Map<K, V> map(Supplier<K> key, Supplier<V> value) {
    Map<K, V> map = new LinkedHashMap<>();
    IntStream.range(0, random.nextInt(4)).forEach(i -> map.put(key.get(), value.get()));
    return map;
  }

  /** A JSON scalar other than null: plain ids, and what is nearly one. */
  private String scalar() {
    String digits =
        switch (random.nextInt(4)) {
          case 0 -> Long.toString(id());
          case 1 -> Long.toUnsignedString(random.nextLong());
          case 2 -> BigInteger.valueOf(id()).pow(2).toString();
          default -> Integer.toString(random.nextInt(20));
        };
    return switch (random.nextInt(9)) {
      case 0, 1 -> digits;
      case 2, 3 -> "\"" + digits + "\"";
      case 4 -> "-" + digits;
      case 5 -> digits + (random.nextBoolean() ? ".0" : "e" + random.nextInt(5));
      case 6 -> random.nextBoolean() ? "true" : "false";
      case 7 -> "\"" + mutated(digits) + "\"";
      default -> "\"\\u" + "%04x".formatted(random.nextInt(0x20, 0xd800)) + digits + "\"";
    };
  }

  /** The digits with a character too many somewhere. */
  private String mutated(String digits) {
    String[] extra = {" ", "+", "-", "0", ".", "_", "e", "x", "\u0661", "\uff11", "null", "L", ","};
    int at = random.nextInt(digits.length() + 1);
    return digits.substring(0, at) + extra[random.nextInt(extra.length)] + digits.substring(at);
  }

  private static String unescape(String scalar) {
    String text = scalar.substring(1, scalar.length() - 1);
    return text.startsWith("\\u")
        ? (char) Integer.parseInt(text.substring(2, 6), 16) + text.substring(6)
        : text;
  }
}
