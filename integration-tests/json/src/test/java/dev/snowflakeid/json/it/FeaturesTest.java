package dev.snowflakeid.json.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.snowflakeid.StringId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the modules do on request, on both lines. */
class FeaturesTest {

  private static final long SAFE = 9_007_199_254_740_991L;

  enum Mode {
    UNSAFE_LONGS,
    ALL_LONGS,
    REFUSE_UNSAFE_NUMBERS
  }

  record Everything(
      @StringId long id,
      long primitive,
      @Nullable Long boxed,
      long[] array,
      List<Long> list,
      Map<String, Object> map,
      Optional<Long> optional,
      OptionalLong optionalLong,
      AtomicLong atomic,
      @JsonFormat(shape = JsonFormat.Shape.NUMBER) long number,
      int small) {

    static Everything of(long value) {
      return new Everything(
          value,
          value,
          value,
          new long[] {value},
          List.of(value),
          Map.of("a", value),
          Optional.of(value),
          OptionalLong.of(value),
          new AtomicLong(value),
          value,
          1);
    }
  }

  record Id(@StringId long id, long count) {}

  private static Line.Mapper jackson2(boolean afterThePlainOne, Mode... modes) {
    var builder =
        com.fasterxml.jackson.databind.json.JsonMapper.builder().addModule(new Jdk8Module());
    if (afterThePlainOne) {
      builder.findAndAddModules();
    }
    return new Line.Jackson2(
        builder
            .addModule(
                new dev.snowflakeid.jackson2.SnowflakeModule(
                    Stream.of(modes)
                        .map(Mode::name)
                        .map(dev.snowflakeid.jackson2.SnowflakeModule.Feature::valueOf)
                        .toArray(dev.snowflakeid.jackson2.SnowflakeModule.Feature[]::new)))
            .build());
  }

  private static Line.Mapper jackson3(boolean afterThePlainOne, Mode... modes) {
    var builder = tools.jackson.databind.json.JsonMapper.builder();
    if (afterThePlainOne) {
      builder.findAndAddModules();
    }
    return new Line.Jackson3(
        builder
            .addModule(
                new dev.snowflakeid.jackson3.SnowflakeModule(
                    Stream.of(modes)
                        .map(Mode::name)
                        .map(dev.snowflakeid.jackson3.SnowflakeModule.Feature::valueOf)
                        .toArray(dev.snowflakeid.jackson3.SnowflakeModule.Feature[]::new)))
            .build());
  }

  static List<Line.Mapper> plain() {
    return List.of(jackson2(false), jackson3(false));
  }

  static List<Line.Mapper> unsafe() {
    return List.of(jackson2(false, Mode.UNSAFE_LONGS), jackson3(false, Mode.UNSAFE_LONGS));
  }

  static List<Line.Mapper> all() {
    return List.of(jackson2(false, Mode.ALL_LONGS), jackson3(false, Mode.ALL_LONGS));
  }

  static List<Line.Mapper> refusing() {
    return List.of(
        jackson2(false, Mode.REFUSE_UNSAFE_NUMBERS),
        jackson2(true, Mode.REFUSE_UNSAFE_NUMBERS),
        jackson3(false, Mode.REFUSE_UNSAFE_NUMBERS),
        jackson3(true, Mode.REFUSE_UNSAFE_NUMBERS));
  }

  @ParameterizedTest
  @MethodSource("unsafe")
  void shouldWriteLongsAsStringsThatADoubleCannotHold(Line.Mapper mapper) throws Exception {
    assertEquals(expected(SAFE, false), mapper.write(Everything.of(SAFE)));
    assertEquals(expected(-SAFE, false), mapper.write(Everything.of(-SAFE)));
    assertEquals(expected(SAFE + 1, true), mapper.write(Everything.of(SAFE + 1)));
    assertEquals(expected(-SAFE - 1, true), mapper.write(Everything.of(-SAFE - 1)));
    assertEquals(expected(Long.MIN_VALUE, true), mapper.write(Everything.of(Long.MIN_VALUE)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldWriteAllLongsAsStrings(Line.Mapper mapper) throws Exception {
    assertEquals(expected(0, true), mapper.write(Everything.of(0)));
    assertEquals(expected(-1, true), mapper.write(Everything.of(-1)));
    assertEquals(expected(Long.MAX_VALUE, true), mapper.write(Everything.of(Long.MAX_VALUE)));
  }

  @ParameterizedTest
  @MethodSource("plain")
  void shouldWriteNoUnmarkedLongAsAStringUnasked(Line.Mapper mapper) throws Exception {
    assertEquals(expected(SAFE + 1, false), mapper.write(Everything.of(SAFE + 1)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldReadBackWhatItWrites(Line.Mapper mapper) throws Exception {
    String json = mapper.write(Everything.of(SAFE + 2));

    assertEquals(SAFE + 2, mapper.read(json, Everything.class).primitive());
    assertEquals(json, mapper.write(mapper.read(json, Everything.class)));
  }

  @ParameterizedTest
  @MethodSource("refusing")
  void shouldRefuseANumberThatAClientMayHaveRounded(Line.Mapper mapper) throws Exception {
    Exception refusal =
        assertThrows(Exception.class, () -> mapper.read("{\"id\":" + (SAFE + 1) + "}", Id.class));

    assertTrue(
        refusal.getMessage().contains("id must be a string when it is above 9007199254740991"),
        refusal.getMessage());
    assertEquals(new Id(SAFE, 0), mapper.read("{\"id\":" + SAFE + ",\"count\":0}", Id.class));
    assertEquals(
        new Id(SAFE + 1, SAFE + 2),
        mapper.read("{\"id\":\"%s\",\"count\":%s}".formatted(SAFE + 1, SAFE + 2), Id.class));
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void shouldTakeEffectBesideThePlainModule(Mode mode) throws Exception {
    for (Line.Mapper mapper : List.of(jackson2(true, mode), jackson3(true, mode))) {
      String count = mode == Mode.REFUSE_UNSAFE_NUMBERS ? "#" : "\"#\"";
      assertEquals(
          ("{\"id\":\"#\",\"count\":" + count + "}").replace("#", "" + (SAFE + 1)),
          mapper.write(new Id(SAFE + 1, SAFE + 1)));
    }
  }

  @Test
  void shouldRefuseTwoModes() {
    for (IllegalArgumentException refusal :
        List.of(
            assertThrows(
                IllegalArgumentException.class,
                () -> jackson2(false, Mode.UNSAFE_LONGS, Mode.ALL_LONGS)),
            assertThrows(
                IllegalArgumentException.class,
                () -> jackson3(false, Mode.UNSAFE_LONGS, Mode.ALL_LONGS)))) {
      assertEquals(
          "UNSAFE_LONGS and ALL_LONGS exclude each other: features=[UNSAFE_LONGS, ALL_LONGS]",
          refusal.getMessage());
    }
  }

  private static String expected(long value, boolean strings) {
    String each = strings ? "\"" + value + "\"" : "" + value;
    return ("{\"id\":\"%s\",\"primitive\":#,\"boxed\":#,\"array\":[#],\"list\":[#],"
            + "\"map\":{\"a\":#},\"optional\":#,\"optionalLong\":#,\"atomic\":%s,"
            + "\"number\":%s,\"small\":1}")
        .formatted(value, value, value)
        .replace("#", each);
  }
}
