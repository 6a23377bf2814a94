package dev.snowflakeid.config;

import dev.snowflakeid.lease.FixedWorker;
import dev.snowflakeid.lease.LeaseStore;
import org.jspecify.annotations.Nullable;

/** The settings that say where the lease is. */
final class StoreSettings {

  private final Values values;
  private final @Nullable StoreKind kind;
  private final StoreOpener opener;

  StoreSettings(Values values) {
    this.values = values;
    if (values.get(Key.LEASE_STORE) instanceof LeaseStore given) {
      kind = null;
      opener = (entityDatabase, dataSources) -> given;
    } else {
      kind = readKind();
      opener = readOpener(kind);
    }
    refuseWhatHasNoEffect();
  }

  /** Whether the lease lives in the entities' own database. */
  boolean usesEntityDatabase() {
    return kind == StoreKind.JDBC && !values.has(Key.LEASE_DATASOURCE);
  }

  /** Whether a store is opened, rather than passed in. */
  boolean opensStore() {
    return kind != null;
  }

  /** Whether the store is known to have no clock. */
  boolean tellsNoTime() {
    return kind == StoreKind.ETCD;
  }

  StoreOpener opener() {
    return opener;
  }

  private StoreKind readKind() {
    String name = values.text(Key.LEASE_STORE).orElse(StoreKind.JDBC.toString());
    return StoreKind.of(name)
        .orElseThrow(
            () ->
                values.refused(Key.LEASE_STORE, "must be one of: %s".formatted(StoreKind.list())));
  }

  private StoreOpener readOpener(StoreKind kind) {
    return switch (kind) {
      case JDBC -> new JdbcStores(values);
      case ETCD -> {
        requireLibrary("io.etcd.jetcd.Client", "io.etcd:jetcd-core");
        yield new EtcdStores(values);
      }
      case ZOOKEEPER -> {
        requireLibrary(
            "org.apache.curator.framework.CuratorFramework",
            "org.apache.curator:curator-framework");
        yield new ZooKeeperStores(values);
      }
      case FIXED -> {
        int worker =
            values.required(
                values.integer(Key.WORKER_ID),
                Key.WORKER_ID,
                "must be set, and differ in each process, with lease.store=fixed");
        yield (entityDatabase, dataSources) -> new FixedWorker(worker);
      }
    };
  }

  private void requireLibrary(String className, String artifact) {
    try {
      Class.forName(className, false, StoreSettings.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw values.refused(Key.LEASE_STORE, "needs %s on the class path".formatted(artifact));
    }
  }

  private void refuseWhatHasNoEffect() {
    for (StoreKind other : StoreKind.values()) {
      for (Key key : other.ownKeys()) {
        if (other != kind && values.has(key)) {
          throw values.refused(key, "has an effect only with lease.store=" + other);
        }
      }
    }
    if (kind != null && kind != StoreKind.ETCD && values.has(Key.CLOCK_SNTP)) {
      throw values.refused(
          Key.CLOCK_SNTP,
          "has an effect only with lease.store=etcd, which has no clock of its own");
    }
    if (kind == StoreKind.FIXED && values.has(Key.CLOCK_ALIGN)) {
      throw values.refused(Key.CLOCK_ALIGN, "has no effect with lease.store=fixed");
    }
    if (kind == StoreKind.FIXED && values.has(Key.WORKERS)) {
      throw values.refused(Key.WORKERS, "has no effect with lease.store=fixed");
    }
  }
}
