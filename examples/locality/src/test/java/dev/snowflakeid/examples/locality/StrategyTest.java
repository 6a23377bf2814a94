package dev.snowflakeid.examples.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrategyTest {

  @ParameterizedTest
  @CsvSource({
    "sequence, SEQUENCE, 1, 0, false",
    "sequence50-8w, SEQUENCE50, 8, 0, false",
    "snowflake-64w, SNOWFLAKE, 64, 0, false",
    "snowflake-64w-50ms, SNOWFLAKE, 64, 50, false",
    "snowflake-1024w-500ms-aligned, SNOWFLAKE, 1024, 500, true",
    "uuid7-postgresql, UUID7_POSTGRESQL, 1, 0, false",
    "worker-first-64w, WORKER_FIRST, 64, 0, false"
  })
  void shouldReadWhatItWrites(String text, Kind kind, int workers, int skew, boolean aligned) {
    Strategy strategy = Strategy.parse(text);

    assertEquals(new Strategy(kind, workers, skew, aligned), strategy);
    assertEquals(text, strategy.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "flake",
        "snowflake-",
        "snowflake-0w",
        "snowflake-1025w",
        "snowflake-64w-aligned",
        "snowflake-50ms-64w",
        "uuid4-8w",
        "sequence-5ms",
        "sequence50-8w-5ms",
        "SNOWFLAKE"
      })
  void shouldRefuseWhatNamesNoStrategy(String text) {
    assertThrows(IllegalArgumentException.class, () -> Strategy.parse(text));
  }

  @Test
  void shouldNameTheRuleAndTheValue() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Strategy.parse("snowflake-2000w"));

    assertEquals("workers must be 1 to 1024: workers=2000", refusal.getMessage());
  }

  @Test
  void shouldCombineEachNumberOfWorkersWithEachSkew() {
    List<Strategy> all = Strategy.all();

    for (int workers : new int[] {1, 8, 64, 1024}) {
      for (int skew : new int[] {0, 1, 5, 50, 500}) {
        assertTrue(all.contains(new Strategy(Kind.SNOWFLAKE, workers, skew, false)));
        assertTrue(skew == 0 || all.contains(new Strategy(Kind.SNOWFLAKE, workers, skew, true)));
      }
    }
    assertEquals(all.size(), all.stream().distinct().count());
  }
}
