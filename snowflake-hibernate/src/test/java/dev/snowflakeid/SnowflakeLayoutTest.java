package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnowflakeLayoutTest {

  private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

  @ParameterizedTest
  @CsvSource({
    "2025-01-01T00:00:00.000Z, 0, 0, 0",
    "2025-01-01T00:00:00.001Z, 0, 0, 4194304",
    "2025-01-25T20:31:23.648Z, 0, 0, 9007199254740992",
    "2026-01-01T00:00:00Z, 1, 1, 132271570944004097",
    "2026-01-01T00:00:00Z, 1023, 4095, 132271570948194303",
    "2026-10-25T09:30:00.000Z, 17, 17, 240044212224069649",
    "2026-10-25T09:30:00.000Z, 17, 18, 240044212224069650",
    "2094-09-07T15:47:35.551Z, 1023, 4095, 9223372036854775807"
  })
  void shouldComposeAndDecomposeTheGoldenVectors(
      Instant instant, int worker, int sequence, long id) {
    assertEquals(id, LAYOUT.compose(instant, worker, sequence));
    assertEquals(id, LAYOUT.compose(instant.toEpochMilli(), worker, sequence));
    assertEquals(new SnowflakeParts(instant, worker, sequence), LAYOUT.decompose(id));
    assertEquals(instant, LAYOUT.instantOf(id));
    assertEquals(worker, LAYOUT.workerOf(id));
    assertEquals(sequence, LAYOUT.sequenceOf(id));
    assertTrue(LAYOUT.firstIdAt(instant) <= id && id <= LAYOUT.lastIdAt(instant));
  }

  @Test
  void shouldGiveTheGoldenVectorsInEveryTimeZoneAndLocale() {
    TimeZone zone = TimeZone.getDefault();
    Locale locale = Locale.getDefault();
    try {
      for (String id : new String[] {"America/New_York", "Asia/Shanghai", "Asia/Kolkata"}) {
        TimeZone.setDefault(TimeZone.getTimeZone(id));
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        shouldComposeAndDecomposeTheGoldenVectors(
            Instant.parse("2026-10-25T09:30:00.000Z"), 17, 17, 240044212224069649L);
      }
    } finally {
      TimeZone.setDefault(zone);
      Locale.setDefault(locale);
    }
  }

  @Test
  void shouldEndWithTheLastMillisecondAndRefuseTheNext() {
    assertEquals(Instant.parse("2094-09-07T15:47:35.551Z"), LAYOUT.lastInstant());
    assertEquals(Long.MAX_VALUE, LAYOUT.lastIdAt(LAYOUT.lastInstant()));
    String message =
        refused(() -> LAYOUT.compose(LAYOUT.lastInstant().plusMillis(1), 0, 0)).getMessage();
    assertEquals(
        "timestamp must lie between 2025-01-01T00:00:00Z and 2094-09-07T15:47:35.551Z:"
            + " timestamp=2094-09-07T15:47:35.552Z",
        message);
  }

  @Test
  void shouldRefuseATimestampBeforeTheEpoch() {
    refused(() -> LAYOUT.compose(LAYOUT.epoch().minusMillis(1), 0, 0));
    refused(() -> LAYOUT.firstIdAt(LAYOUT.epoch().minusMillis(1)));
    refused(() -> LAYOUT.firstIdAt(Instant.MIN));
    refused(() -> LAYOUT.lastIdAt(Instant.MAX));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1024, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void shouldNameTheRangeOfAWorkerThatDoesNotFit(int worker) {
    assertEquals(
        "worker must be between 0 and 1023: worker=" + worker,
        refused(() -> LAYOUT.compose(LAYOUT.epoch(), worker, 0)).getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 4096})
  void shouldNameTheRangeOfASequenceThatDoesNotFit(int sequence) {
    assertEquals(
        "sequence must be between 0 and 4095: sequence=" + sequence,
        refused(() -> LAYOUT.compose(LAYOUT.epoch(), 0, sequence)).getMessage());
  }

  @Test
  void shouldRefuseToReadANegativeId() {
    refused(() -> LAYOUT.decompose(-1));
    refused(() -> LAYOUT.instantOf(Long.MIN_VALUE));
    refused(() -> LAYOUT.workerOf(-1));
    refused(() -> LAYOUT.sequenceOf(-1));
  }

  @Test
  void shouldKeepToOtherWidthsAndEpochs() {
    Instant epoch = Instant.parse("2010-11-04T01:42:54.657Z");
    SnowflakeLayout layout = new SnowflakeLayout(epoch, 5, 8);
    assertEquals(50, layout.timestampBits());
    assertEquals(31, layout.maxWorker());
    assertEquals(255, layout.maxSequence());
    long id = layout.compose(epoch.plusMillis(3), 31, 255);
    assertEquals((3L << 13) | (31L << 8) | 255L, id);
    assertEquals(new SnowflakeParts(epoch.plusMillis(3), 31, 255), layout.decompose(id));
  }

  @Test
  void shouldWorkWithoutWorkerBits() {
    SnowflakeLayout layout = new SnowflakeLayout(LAYOUT.epoch(), 0, 10);
    assertEquals(0, layout.maxWorker());
    assertEquals(
        new SnowflakeParts(LAYOUT.epoch(), 0, 1023),
        layout.decompose(layout.compose(LAYOUT.epoch(), 0, 1023)));
  }

  @Test
  void shouldFitA53BitLayoutIntoAJavaScriptNumberOnlyIfItIsLaidOutSo() {
    SnowflakeLayout narrow = new SnowflakeLayout(LAYOUT.epoch(), 0, 12);
    assertTrue(narrow.compose(Instant.parse("2026-10-25T09:30:00Z"), 0, 4095) < 1L << 53);
  }

  @ParameterizedTest
  @CsvSource({"-1, 12", "21, 12", "10, 0", "10, 21", "10, -1"})
  void shouldRefuseWidthsThatDoNotFit(int workerBits, int sequenceBits) {
    refused(() -> new SnowflakeLayout(LAYOUT.epoch(), workerBits, sequenceBits));
  }

  @Test
  void shouldRefuseAnEpochThatIsNoWholeMillisecondOrTooFarAway() {
    refused(() -> new SnowflakeLayout(LAYOUT.epoch().plusNanos(1), 10, 12));
    refused(() -> new SnowflakeLayout(Instant.ofEpochMilli(Long.MAX_VALUE), 10, 12));
    refused(() -> new SnowflakeLayout(Instant.MAX, 10, 12));
  }

  private static IllegalArgumentException refused(Runnable call) {
    return assertThrows(IllegalArgumentException.class, call::run);
  }
}
