package dev.snowflakeid.examples.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeLayout;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeySourceTest {

  private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
  private static final int COUNT = 20_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "snowflake",
        "snowflake-64w-50ms",
        "snowflake-1024w-500ms-aligned",
        "sequence50-8w",
        "tsid-64w-5ms",
        "worker-first-64w-5ms",
        "uuid4"
      })
  void shouldMakeTheSameDistinctKeysFromTheSameSeed(String strategy) {
    List<Object> keys = keys(strategy, Arrival.DEFAULT);

    assertEquals(keys, keys(strategy, Arrival.DEFAULT));
    assertEquals(COUNT, new HashSet<>(keys).size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"snowflake", "snowflake-64w-50ms-aligned", "uuid4"})
  void shouldMakeOtherKeysFromAnotherDelayOrSeed(String strategy) {
    Arrival other = new Arrival(10, 2, 5, 43);

    assertNotEquals(keys(strategy, Arrival.DEFAULT), keys(strategy, other));
  }

  @Test
  void shouldAscendWithOneWorker() {
    List<Object> keys = keys("snowflake", Arrival.DEFAULT);

    assertEquals(keys.stream().sorted().toList(), keys);
  }

  @ParameterizedTest
  @CsvSource({
    "snowflake-64w-50ms, 0, 100",
    "snowflake-64w-50ms-aligned, 0, 2",
    "snowflake-8w-500ms, 0, 1000",
    "snowflake, 20, 20"
  })
  void shouldBeInDisorderByNoMoreThanSkewAndDelay(String strategy, double delay, long bound) {
    long latest = Long.MIN_VALUE;
    long disorder = 0;
    for (Object key : keys(strategy, new Arrival(10, 2, delay, 42))) {
      long time = LAYOUT.instantOf((Long) key).toEpochMilli();
      latest = Math.max(latest, time);
      disorder = Math.max(disorder, latest - time);
    }

    assertTrue(disorder <= bound && disorder >= bound * 9 / 10 - 1, "disorder=" + disorder);
  }

  @Test
  void shouldPutTheWorkerAboveTheTimeInTheNegativeControl() {
    List<Object> keys = keys("worker-first-64w", Arrival.DEFAULT);

    assertEquals(64, keys.stream().map(key -> (Long) key >>> 53).distinct().count());
    assertTrue(keys.stream().allMatch(key -> (Long) key >= 0));
  }

  @Test
  void shouldMakeUuidsOfTheVersionsThatItNames() {
    assertTrue(
        keys("uuid4", Arrival.DEFAULT).stream()
            .map(UUID.class::cast)
            .allMatch(uuid -> uuid.version() == 4 && uuid.variant() == 2));
    assertTrue(
        keys("uuid7-hibernate", Arrival.DEFAULT).stream()
            .map(UUID.class::cast)
            .allMatch(uuid -> uuid.version() == 7 && uuid.variant() == 2));
  }

  @Test
  void shouldLeaveTheServersKeysToTheServer() {
    assertThrows(
        IllegalArgumentException.class,
        () -> KeySource.of(Strategy.parse("identity"), Arrival.DEFAULT));
  }

  private static List<Object> keys(String strategy, Arrival arrival) {
    KeySource source = KeySource.of(Strategy.parse(strategy), arrival);
    return Stream.generate(source::next).limit(COUNT).toList();
  }
}
