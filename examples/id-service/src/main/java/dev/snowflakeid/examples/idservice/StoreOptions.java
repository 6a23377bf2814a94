package dev.snowflakeid.examples.idservice;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the worker ids are leased. */
final class StoreOptions {

  /** The stores that can be chosen. */
  enum Kind {
    JDBC,
    ETCD,
    ZOOKEEPER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Names a setting as it is given, so that messages do the same. */
  static final String PREFIX = "--set=";

  @Option(
      names = "--store",
      description = "${COMPLETION-CANDIDATES}; without it, memory, for trying out")
  private @Nullable Kind kind;

  @Option(names = "--jdbc-url", description = "of PostgreSQL, MariaDB or H2")
  private @Nullable String jdbcUrl;

  @Option(names = "--jdbc-user", description = "user of the database")
  private @Nullable String jdbcUser;

  @Option(
      names = "--jdbc-password",
      description = "better by the environment, where other users cannot see it")
  private @Nullable String jdbcPassword;

  @Option(names = "--etcd-endpoints", description = "such as http://etcd1:2379,http://etcd2:2379")
  private @Nullable String etcdEndpoints;

  @Option(names = "--etcd-password", description = "for --set=lease.etcd.user=…")
  private @Nullable String etcdPassword;

  @Option(names = "--zookeeper-connect", description = "such as zk1:2181,zk2:2181")
  private @Nullable String zooKeeperConnect;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "any setting of the library, such as namespace=orders or workers=0-511")
  private Map<String, String> settings = new LinkedHashMap<>();

  boolean embedded() {
    return kind == null;
  }

  /** What is missing or has no effect, as messages. */
  List<String> conflicts() {
    List<String> found = new ArrayList<>();
    check(found, Kind.JDBC, "--jdbc-url", jdbcUrl, true);
    check(found, Kind.JDBC, "--jdbc-user", jdbcUser, false);
    check(found, Kind.JDBC, "--jdbc-password", jdbcPassword, false);
    check(found, Kind.ETCD, "--etcd-endpoints", etcdEndpoints, true);
    check(found, Kind.ETCD, "--etcd-password", etcdPassword, false);
    check(found, Kind.ZOOKEEPER, "--zookeeper-connect", zooKeeperConnect, true);
    for (String key :
        List.of("lease.store", "lease.datasource", "max-wait", "eager", "generator")) {
      if (settings.containsKey(key)) {
        found.add("--set=" + key + " has no place here: an option of the service decides it");
      }
    }
    return found;
  }

  private void check(
      List<String> found, Kind needed, String option, @Nullable String value, boolean required) {
    if (value != null && kind != needed) {
      found.add("%s needs --store=%s".formatted(option, needed));
    } else if (value == null && required && kind == needed) {
      found.add("--store=%s needs %s".formatted(needed, option));
    }
  }

  boolean needsDatabase() {
    return kind == null || kind == Kind.JDBC;
  }

  /** The library's settings. */
  Map<String, Object> settings() {
    Map<String, Object> all = new LinkedHashMap<>();
    settings.forEach((name, value) -> all.put(PREFIX + name, value));
    all.put(PREFIX + "max-wait", "0s"); // no event loop waits for a lease
    if (kind == Kind.ETCD) {
      all.put(PREFIX + "lease.store", "etcd");
      all.put(PREFIX + "lease.etcd.endpoints", String.valueOf(etcdEndpoints));
      if (etcdPassword != null) {
        all.put(PREFIX + "lease.etcd.password", etcdPassword);
      }
    } else if (kind == Kind.ZOOKEEPER) {
      all.put(PREFIX + "lease.store", "zookeeper");
      all.put(PREFIX + "lease.zookeeper.connect", String.valueOf(zooKeeperConnect));
    }
    return all;
  }

  /** Connections for the leases; the caller closes them. */
  HikariDataSource pool(int generators) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("leases");
    config.setJdbcUrl(kind == null ? "jdbc:h2:mem:leases;DB_CLOSE_DELAY=-1" : jdbcUrl);
    config.setUsername(jdbcUser);
    config.setPassword(jdbcPassword);
    config.setMaximumPoolSize(Math.min(generators + 1, 10));
    config.setConnectionTimeout(2_500); // a quarter of what lies between two renewals
    config.setInitializationFailTimeout(-1); // the service starts without its database
    return new HikariDataSource(config);
  }
}
