package dev.snowflakeid.stores;

import dev.snowflakeid.support.TestZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on an ensemble of three. */
class ZooKeeperEnsembleLeaseStoreIT extends ZooKeeperContract {

  private static TestZooKeeper zookeeper;

  @BeforeAll
  static void startServers() {
    zookeeper = TestZooKeeper.start(3);
  }

  @AfterAll
  static void stopServers() {
    zookeeper.close();
  }

  @Override
  TestZooKeeper zookeeper() {
    return zookeeper;
  }
}
