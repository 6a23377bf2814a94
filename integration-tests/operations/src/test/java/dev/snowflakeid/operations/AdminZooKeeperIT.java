package dev.snowflakeid.operations;

import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.zookeeper.ZooKeeperLeaseStore;
import dev.snowflakeid.support.TestZooKeeper;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class AdminZooKeeperIT extends AdminContract {

  private static TestZooKeeper zooKeeper;

  @BeforeAll
  static void start() {
    zooKeeper = TestZooKeeper.start(1);
  }

  @AfterAll
  static void stop() {
    zooKeeper.close();
  }

  @Override
  LeaseStore open() {
    return ZooKeeperLeaseStore.connect(
        zooKeeper.connectString(), ZooKeeperLeaseStore.DEFAULT_ROOT, Duration.ofSeconds(10));
  }

  @Override
  AdminCommand command(String namespace) {
    return new AdminCommand(
        List.of(
            "--store=zookeeper",
            "--zookeeper-connect=" + zooKeeper.connectString(),
            "--namespace=" + namespace),
        null);
  }
}
