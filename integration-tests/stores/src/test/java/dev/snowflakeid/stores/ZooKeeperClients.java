package dev.snowflakeid.stores;

import dev.snowflakeid.support.TestZooKeeper;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;

/** Clients as an application would have them, closed at the end. */
final class ZooKeeperClients implements AutoCloseable {

  static final int SESSION_MILLIS = 2_000;

  private final List<CuratorFramework> clients = new ArrayList<>();

  CuratorFramework client(String connectString) throws InterruptedException {
    return client(connectString, SESSION_MILLIS);
  }

  CuratorFramework client(String connectString, int sessionMillis) throws InterruptedException {
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString(connectString)
            .sessionTimeoutMs(sessionMillis)
            .connectionTimeoutMs(1_000)
            .retryPolicy(new RetryOneTime(100))
            .ensembleTracker(false)
            .build();
    clients.add(client);
    client.start();
    client.blockUntilConnected();
    return client;
  }

  static ZooKeeper handle(CuratorFramework client) throws Exception {
    return client.getZookeeperClient().getZooKeeper();
  }

  /** Lets the client give its session up, whose znodes stay until it times out at the server. */
  static void abandonSession(CuratorFramework client) throws Exception {
    long before = handle(client).getSessionId();
    TestZooKeeper.abandonSession(handle(client));
    awaitSessionOtherThan(before, client);
  }

  /** Ends the client's session at the server; its znodes go with it. */
  static void endSession(CuratorFramework client) throws Exception {
    long before = handle(client).getSessionId();
    TestZooKeeper.endSession(
        handle(client), client.getZookeeperClient().getCurrentConnectionString());
    awaitSessionOtherThan(before, client);
  }

  private static void awaitSessionOtherThan(long before, CuratorFramework client) throws Exception {
    boolean replaced = false;
    while (!replaced) {
      try {
        ZooKeeper handle = handle(client);
        replaced = handle.getState().isConnected() && handle.getSessionId() != before;
      } catch (KeeperException.ConnectionLossException e) {
        Thread.onSpinWait(); // Curator is still at it
      }
    }
  }

  @Override
  public void close() {
    clients.forEach(CuratorFramework::close);
  }
}
