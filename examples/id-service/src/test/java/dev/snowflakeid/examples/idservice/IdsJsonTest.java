package dev.snowflakeid.examples.idservice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
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
}
