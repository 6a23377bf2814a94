package dev.snowflakeid.lease.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.LeaseStoreException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
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

  /** Left to itself, the client's close lasts as long as the session that it could not open. */
  @Test
  void shouldNotBeHeldUpByASilentServerWhenItCloses() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String hosts = "127.0.0.1:" + silent.getLocalPort();
      ZooKeeperLeaseStore store =
          ZooKeeperLeaseStore.connect(hosts, "/snowflake", Duration.ofSeconds(60));
      assertThrows(LeaseStoreException.class, () -> store.view("orders"));

      store.close();

      assertEquals(1, closing().size(), "the client's own close has not returned yet");
      assertThrows(LeaseStoreException.class, () -> store.view("orders"));
    }
    for (Thread thread : closing()) {
      thread.join();
    }
  }

  private static List<Thread> closing() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("snowflake-zookeeper-close"))
        .toList();
  }

  private static String refusal(String hosts, String root, Duration sessionTimeout) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> ZooKeeperLeaseStore.connect(hosts, root, sessionTimeout))
        .getMessage();
  }
}
