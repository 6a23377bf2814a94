package dev.snowflakeid.lease.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ZooKeeperLeaseStoreTest {

  @Test
  void shouldRefuseWhatCannotWork() {
    assertEquals(
        "hosts must not be blank: connect= ", refusal(" ", "/snowflake", Duration.ofSeconds(60)));
    assertEquals(
        "session timeout must be at least 1 ms and at most 2147483647 ms: session-timeout=PT0S",
        refusal("zk1", "/snowflake", Duration.ZERO));
    assertEquals("root must not be / itself: root=/", refusal("zk1", "/", Duration.ofSeconds(60)));
    String relative = refusal("zk1", "snowflake", Duration.ofSeconds(60));
    assertTrue(relative.startsWith("root must be an absolute path ("), relative);
    assertTrue(relative.endsWith("): root=snowflake"), relative);
  }

  private static String refusal(String hosts, String root, Duration sessionTimeout) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> ZooKeeperLeaseStore.connect(hosts, root, sessionTimeout))
        .getMessage();
  }
}
