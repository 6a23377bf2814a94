package dev.snowflakeid.config;

import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.jdbc.ConnectionSource;
import dev.snowflakeid.lease.zookeeper.ZooKeeperLeaseStore;
import java.time.Duration;
import java.util.function.Function;
import org.apache.zookeeper.client.ConnectStringParser;
import org.jspecify.annotations.Nullable;

/** Opens stores in ZooKeeper. Apart from the other settings, because it works only with Curator. */
final class ZooKeeperStores implements StoreOpener {

  private static final String REQUIRED = "must be set with lease.store=" + StoreKind.ZOOKEEPER;

  private final Values values;
  private final String connect;
  private final String root;
  private final Duration sessionTimeout;

  ZooKeeperStores(Values values) {
    this.values = values;
    connect =
        values.required(
            values.text(Key.LEASE_ZOOKEEPER_CONNECT), Key.LEASE_ZOOKEEPER_CONNECT, REQUIRED);
    requireHosts();
    root = values.text(Key.LEASE_ZOOKEEPER_ROOT).orElse(ZooKeeperLeaseStore.DEFAULT_ROOT);
    sessionTimeout =
        values
            .duration(Key.LEASE_ZOOKEEPER_SESSION_TIMEOUT)
            .orElse(ZooKeeperLeaseStore.DEFAULT_SESSION_TIMEOUT);
  }

  /** Curator would find out in the background, and go on. */
  @SuppressWarnings("CheckReturnValue") // only whether it can be read matters
  private void requireHosts() {
    try {
      new ConnectStringParser(connect);
    } catch (IllegalArgumentException e) {
      throw values.refused(
          Key.LEASE_ZOOKEEPER_CONNECT, "must be hosts with ports, such as host1:2181,host2:2181");
    }
  }

  @Override
  public LeaseStore open(
      ConnectionSource entityDatabase, Function<String, @Nullable Object> dataSources) {
    try {
      return ZooKeeperLeaseStore.connect(connect, root, sessionTimeout);
    } catch (IllegalArgumentException e) {
      throw values.refused(e, "lease.zookeeper.*");
    }
  }
}
