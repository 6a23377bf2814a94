package dev.snowflakeid.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TestZooKeeperIT {

  @Test
  void shouldElectAnotherLeaderWhenOneIsKilledAndTakeItBack() {
    try (TestZooKeeper zookeeper = TestZooKeeper.start(3)) {
      assertEquals(3, zookeeper.connectString().split(",").length);
      int killed = awaitLeader(zookeeper);

      zookeeper.kill(killed);
      int next = awaitLeader(zookeeper);
      zookeeper.restart(killed);

      assertNotEquals(killed, next);
      assertEquals(OptionalInt.of(next), zookeeper.leader());
    }
  }

  @Test
  void shouldHaveNoLeaderWhereOneServerIsAlone() {
    try (TestZooKeeper zookeeper = TestZooKeeper.start(1)) {
      assertEquals(OptionalInt.empty(), zookeeper.leader());
      assertTrue(zookeeper.connectString().endsWith(":" + zookeeper.port(0)));
    }
  }

  private static int awaitLeader(TestZooKeeper zookeeper) {
    OptionalInt leader = zookeeper.leader();
    while (leader.isEmpty()) {
      leader = zookeeper.leader();
    }
    return leader.getAsInt();
  }
}
