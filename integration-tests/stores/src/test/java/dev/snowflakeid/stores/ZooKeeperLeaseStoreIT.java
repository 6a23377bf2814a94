package dev.snowflakeid.stores;

import dev.snowflakeid.support.TestZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on one server. */
class ZooKeeperLeaseStoreIT extends ZooKeeperContract {

  private static TestZooKeeper zookeeper;

  @BeforeAll
  static void startServer() {
    zookeeper = TestZooKeeper.start(1);
  }

  @AfterAll
  static void stopServer() {
    zookeeper.close();
  }

  @Override
  TestZooKeeper zookeeper() {
    return zookeeper;
  }
}
