package dev.snowflakeid.stores;

import dev.snowflakeid.GeneratorContract;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.zookeeper.ZooKeeperLeaseStore;
import dev.snowflakeid.support.TestZooKeeper;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** The protocol on an ensemble of three. */
class ZooKeeperGeneratorIT extends GeneratorContract {

  private static TestZooKeeper zookeeper;
  private final ZooKeeperClients clients = new ZooKeeperClients();
  private CuratorFramework client;

  @BeforeAll
  static void startServers() {
    zookeeper = TestZooKeeper.start(3);
  }

  @AfterAll
  static void stopServers() {
    zookeeper.close();
  }

  @AfterEach
  void closeClients() {
    clients.close();
  }

  @Override
  protected LeaseStore open() throws Exception {
    client = clients.client(zookeeper.connectString(), TestZooKeeper.MAX_SESSION_MILLIS);
    return new ZooKeeperLeaseStore(client);
  }

  /** The leases of a session end with it, and not one by one. */
  @Override
  protected void endLeases() throws Exception {
    ZooKeeperClients.endSession(client);
  }
}
