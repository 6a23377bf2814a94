package dev.snowflakeid.examples.idservice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class IdsJsonTest {

  private static String written(long... ids) {
    return new String(IdsJson.of(ids), StandardCharsets.US_ASCII);
  }

  @Test
  void shouldWriteStrings() {
    assertEquals("{\"ids\":[\"240044212224069649\"]}", written(240_044_212_224_069_649L));
    assertEquals("{\"ids\":[\"0\",\"9\",\"10\",\"99\"]}", written(0, 9, 10, 99));
    assertEquals("{\"ids\":[\"9223372036854775807\"]}", written(Long.MAX_VALUE));
  }

  @Test
  void shouldWriteWhatLongToStringDoes() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1_000; i++) {
      long[] ids =
          random
              .longs(1 + random.nextInt(5), 0, Long.MAX_VALUE)
              .map(id -> id >> random.nextInt(63))
              .toArray();
      String expected =
          LongStream.of(ids).mapToObj(id -> "\"" + id + "\"").collect(Collectors.joining(","));
      assertEquals("{\"ids\":[" + expected + "]}", written(ids));
    }
  }

  @Test
  void shouldHaveASampleOfTheSameSize() {
    assertEquals(
        written(240_044_212_224_069_649L, 240_044_212_224_069_650L).length(),
        IdsJson.sample(2).length);
  }

  @Test
  void shouldCountUpAcrossEveryCarry() {
    for (long top : new long[] {9, 99, 109, 1_999, 240_044_212_224_069_999L, Long.MAX_VALUE - 2}) {
      long[] ids = {top - 1, top, top + 1, top + 2, top + 2, top - 9, top - 8};

      String expected =
          Arrays.stream(ids).mapToObj(Long::toString).collect(Collectors.joining("\",\""));

      assertEquals(
          "{\"ids\":[\"" + expected + "\"]}",
          new String(IdsJson.of(ids), StandardCharsets.US_ASCII));
    }
  }
}
