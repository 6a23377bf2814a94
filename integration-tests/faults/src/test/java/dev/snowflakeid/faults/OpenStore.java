package dev.snowflakeid.faults;

import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.etcd.EtcdLeaseStore;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.lease.zookeeper.ZooKeeperLeaseStore;
import dev.snowflakeid.support.Database;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/** A store with the client that it uses. */
record OpenStore(LeaseStore store, Runnable closeClient) implements AutoCloseable {

  private static final int SESSION_MILLIS = 3_000;

  /** Opens the store that the settings name, as an application would. */
  static OpenStore of(Setup setup) {
    String address = setup.get("address");
    OpenStore opened =
        switch (setup.get("store")) {
          case "jdbc" -> {
            Database database = new Database(address, setup.get("user"), setup.get("password"));
            yield new OpenStore(new JdbcLeaseStore(database.dataSource()), () -> {});
          }
          case "etcd" -> {
            List<String> endpoints = List.of(address.split(",", -1));
            yield new OpenStore(EtcdLeaseStore.builder(endpoints).build(), () -> {});
          }
          case "zookeeper" -> zookeeper(address);
          default -> throw new IllegalArgumentException("no such store: " + setup);
        };
    return setup.values().containsKey("unfenced")
        ? new OpenStore(new UnfencedStore(opened.store), opened.closeClient)
        : opened;
  }

  private static OpenStore zookeeper(String address) {
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString(address)
            .sessionTimeoutMs(SESSION_MILLIS)
            .connectionTimeoutMs(1_000)
            .retryPolicy(new RetryOneTime(100))
            .ensembleTracker(false)
            .build();
    client.start();
    return new OpenStore(new ZooKeeperLeaseStore(client), client::close);
  }

  @Override
  public void close() {
    store.close();
    closeClient.run();
  }
}
