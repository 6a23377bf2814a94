package dev.snowflakeid.spring;

import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.etcd.EtcdLeaseStore;
import dev.snowflakeid.lease.zookeeper.ZooKeeperLeaseStore;
import io.etcd.jetcd.Client;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ClassUtils;

/** Lease stores that come from beans: one of their own, or the client of a server. */
final class BeanStores {

  private static final String ETCD = "io.etcd.jetcd.Client";
  private static final String ZOOKEEPER = "org.apache.curator.framework.CuratorFramework";

  private final Map<String, Object> settings;
  private final String prefix;
  private final BeanFactory beans;

  /**
   * @param prefix of the keys, with the dot
   */
  BeanStores(Map<String, Object> settings, String prefix, BeanFactory beans) {
    this.settings = settings;
    this.prefix = prefix;
    this.beans = beans;
  }

  /** Makes a bean the {@code lease.store}, where there is one and no setting says otherwise. */
  void apply() {
    Object kind = settings.get(prefix + "lease.store");
    if (kind == null) {
      use(beans.getBeanProvider(LeaseStore.class).getIfAvailable());
    } else if (kind.equals("etcd") && lacks("lease.etcd.endpoints", ETCD)) {
      use(OfClient.etcd(this));
    } else if (kind.equals("zookeeper") && lacks("lease.zookeeper.connect", ZOOKEEPER)) {
      use(OfClient.zooKeeper(this));
    }
  }

  private boolean lacks(String address, String client) {
    return !settings.containsKey(prefix + address) && ClassUtils.isPresent(client, null);
  }

  private void use(@Nullable LeaseStore store) {
    if (store != null) {
      settings.put(prefix + "lease.store", store);
    }
  }

  private String take(String key, String otherwise) {
    Object value = settings.remove(prefix + key);
    return value == null ? otherwise : value.toString();
  }

  /** Apart, because it works only with the client on the class path. */
  private static final class OfClient {

    static @Nullable LeaseStore etcd(BeanStores from) {
      Client client = from.beans.getBeanProvider(Client.class).getIfAvailable();
      return client == null
          ? null
          : new EtcdLeaseStore(
              client, from.take("lease.etcd.prefix", EtcdLeaseStore.DEFAULT_PREFIX));
    }

    static @Nullable LeaseStore zooKeeper(BeanStores from) {
      CuratorFramework client = from.beans.getBeanProvider(CuratorFramework.class).getIfAvailable();
      return client == null
          ? null
          : new ZooKeeperLeaseStore(
              client, from.take("lease.zookeeper.root", ZooKeeperLeaseStore.DEFAULT_ROOT));
    }
  }
}
