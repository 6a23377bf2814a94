package dev.snowflakeid.lease.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServerTimeTest {

  private static final long SENT = nanos(1_000);
  private static final long RECEIVED = nanos(1_400);
  private static final long NOW = nanos(2_000);

  private final ServerTime time = new ServerTime(50_000, SENT, RECEIVED);

  @Test
  void shouldLieBetweenTheSendingAndTheAnswer() {
    assertEquals(50_600, time.earliest(NOW));
    assertEquals(51_002, time.latest(NOW)); // both ends are cut to whole milliseconds
    assertEquals(nanos(1_000), time.ageNanos(NOW));
  }

  @Test
  void shouldAdmitOnlyWhatIsWithinTheOffsetForBothEnds() {
    assertTrue(time.isWithin(2_000, 51_002 - 2_000, NOW));
    assertFalse(time.isWithin(2_000, 51_002 - 2_001, NOW));
    assertTrue(time.isWithin(2_000, 50_600 + 2_000, NOW));
    assertFalse(time.isWithin(2_000, 50_600 + 2_001, NOW));
  }

  @Test
  void shouldAdmitNothingAfterAnAnswerThatTookTooLong() {
    ServerTime slow = new ServerTime(50_000, SENT, SENT + nanos(5_000));

    for (long reading = 40_000; reading < 70_000; reading += 100) {
      assertFalse(slow.isWithin(2_000, reading, SENT + nanos(5_000)));
    }
  }

  private static long nanos(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }
}
