package dev.snowflakeid.examples.admin;

import dev.snowflakeid.LeaseAdmin;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.etcd.EtcdLeaseStore;
import dev.snowflakeid.lease.etcd.EtcdLeaseStoreBuilder;
import dev.snowflakeid.lease.jdbc.ConnectionSource;
import dev.snowflakeid.lease.jdbc.CreateTable;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.lease.zookeeper.ZooKeeperLeaseStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which store, and which namespace in it. */
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

  private static final int LOGIN_SECONDS = 5;

  @Option(names = "--store", description = "one of ${COMPLETION-CANDIDATES}")
  private @Nullable Kind kind;

  @Option(
      names = "--namespace",
      defaultValue = "default",
      description = "namespace of the ids (default: ${DEFAULT-VALUE})")
  private String namespace = "";

  @Option(names = "--user", description = "user of the database or of etcd")
  private @Nullable String user;

  @Option(
      names = "--password",
      interactive = true,
      arity = "0",
      description = "asks for the password; the environment has it as SNOWFLAKE_ADMIN_PASSWORD")
  private char @Nullable [] password;

  @Option(names = "--jdbc-url", description = "of PostgreSQL, MariaDB or H2")
  private @Nullable String jdbcUrl;

  @Option(names = "--jdbc-schema", description = "schema of the lease tables")
  private @Nullable String jdbcSchema;

  @Option(
      names = "--etcd-endpoints",
      split = ",",
      description = "such as http://etcd1:2379,http://etcd2:2379")
  private @Nullable List<String> etcdEndpoints;

  @Option(names = "--etcd-prefix", description = "what all keys start with")
  private @Nullable String etcdPrefix;

  @Option(names = "--etcd-ca", description = "PEM file of the authorities that are trusted")
  private @Nullable Path etcdCa;

  @Option(names = "--etcd-certificate", description = "PEM file of this client's certificate")
  private @Nullable Path etcdCertificate;

  @Option(names = "--etcd-key", description = "PEM file of its private key")
  private @Nullable Path etcdKey;

  @Option(names = "--zookeeper-connect", description = "such as zk1:2181,zk2:2181")
  private @Nullable String zooKeeperConnect;

  @Option(names = "--zookeeper-root", description = "path below which the znodes are")
  private @Nullable String zooKeeperRoot;

  boolean given() {
    return kind != null;
  }

  LeaseAdmin admin(LeaseStore store) {
    return new LeaseAdmin(store, namespace);
  }

  /** The password by the prompt or the environment; it must be in no message. */
  @Nullable String secret() {
    return password == null ? System.getenv("SNOWFLAKE_ADMIN_PASSWORD") : new String(password);
  }

  /**
   * Opens the store; the caller closes it.
   *
   * @throws IllegalArgumentException if an option is missing or has no effect
   */
  LeaseStore open() {
    if (kind == null) {
      throw new IllegalArgumentException("--store must be one of: jdbc, etcd, zookeeper");
    }
    refuseOthers(kind);
    return switch (kind) {
      case JDBC -> jdbc(required("--jdbc-url", jdbcUrl));
      case ETCD -> etcd(required("--etcd-endpoints", etcdEndpoints));
      case ZOOKEEPER ->
          ZooKeeperLeaseStore.connect(
              required("--zookeeper-connect", zooKeeperConnect),
              Objects.requireNonNullElse(zooKeeperRoot, ZooKeeperLeaseStore.DEFAULT_ROOT),
              Duration.ofSeconds(10));
    };
  }

  private LeaseStore jdbc(String url) {
    Properties login = new Properties();
    if (user != null) {
      login.setProperty("user", user);
    }
    String secret = secret();
    if (secret != null) {
      login.setProperty("password", secret);
    }
    DriverManager.setLoginTimeout(LOGIN_SECONDS);
    ConnectionSource source =
        new ConnectionSource() {
          @Override
          public Connection obtain() throws SQLException {
            return DriverManager.getConnection(url, login);
          }

          @Override
          public void release(Connection connection) throws SQLException {
            connection.close();
          }
        };
    return JdbcLeaseStore.builder(source)
        .schema(jdbcSchema)
        .createTable(CreateTable.NEVER) // whoever looks changes nothing
        .build();
  }

  private LeaseStore etcd(List<String> endpoints) {
    EtcdLeaseStoreBuilder builder = EtcdLeaseStore.builder(endpoints);
    if (etcdPrefix != null) {
      builder.prefix(etcdPrefix);
    }
    if (user != null) {
      builder.user(user, Objects.requireNonNullElse(secret(), ""));
    }
    if (etcdCa != null) {
      builder.authorities(etcdCa);
    }
    if ((etcdCertificate == null) != (etcdKey == null)) {
      throw new IllegalArgumentException("--etcd-certificate and --etcd-key go together");
    }
    if (etcdCertificate != null && etcdKey != null) {
      builder.certificate(etcdCertificate, etcdKey);
    }
    return builder.build();
  }

  private void refuseOthers(Kind chosen) {
    refuse(chosen, Kind.JDBC, "--jdbc-url", jdbcUrl);
    refuse(chosen, Kind.JDBC, "--jdbc-schema", jdbcSchema);
    refuse(chosen, Kind.ETCD, "--etcd-endpoints", etcdEndpoints);
    refuse(chosen, Kind.ETCD, "--etcd-prefix", etcdPrefix);
    refuse(chosen, Kind.ETCD, "--etcd-ca", etcdCa);
    refuse(chosen, Kind.ETCD, "--etcd-certificate", etcdCertificate);
    refuse(chosen, Kind.ETCD, "--etcd-key", etcdKey);
    refuse(chosen, Kind.ZOOKEEPER, "--zookeeper-connect", zooKeeperConnect);
    refuse(chosen, Kind.ZOOKEEPER, "--zookeeper-root", zooKeeperRoot);
    if (chosen == Kind.ZOOKEEPER && (user != null || password != null)) {
      throw new IllegalArgumentException("--user and --password have no effect with zookeeper");
    }
  }

  private static void refuse(Kind chosen, Kind needed, String option, @Nullable Object value) {
    if (value != null && chosen != needed) {
      throw new IllegalArgumentException("%s needs --store=%s".formatted(option, needed));
    }
  }

  private <T> T required(String option, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException("--store=%s needs %s".formatted(kind, option));
    }
    return value;
  }
}
