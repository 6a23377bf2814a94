package dev.snowflakeid.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a lease is taken from. */
enum StoreKind {
  JDBC("jdbc"),
  ETCD("etcd"),
  ZOOKEEPER("zookeeper"),
  FIXED("fixed");

  private final String text;

  StoreKind(String text) {
    this.text = text;
  }

  static Optional<StoreKind> of(String text) {
    return Arrays.stream(values()).filter(kind -> kind.text.equals(text)).findAny();
  }

  static String list() {
    return Arrays.stream(values()).map(StoreKind::toString).collect(Collectors.joining(", "));
  }

  /** Returns the keys that mean something only here. */
  List<Key> ownKeys() {
    return switch (this) {
      case JDBC -> List.of(Key.LEASE_DATASOURCE, Key.LEASE_SCHEMA, Key.LEASE_CREATE_TABLE);
      case ETCD ->
          List.of(
              Key.LEASE_ETCD_ENDPOINTS,
              Key.LEASE_ETCD_PREFIX,
              Key.LEASE_ETCD_USER,
              Key.LEASE_ETCD_PASSWORD,
              Key.LEASE_ETCD_CA,
              Key.LEASE_ETCD_CERTIFICATE,
              Key.LEASE_ETCD_KEY);
      case ZOOKEEPER ->
          List.of(
              Key.LEASE_ZOOKEEPER_CONNECT,
              Key.LEASE_ZOOKEEPER_ROOT,
              Key.LEASE_ZOOKEEPER_SESSION_TIMEOUT);
      case FIXED -> List.of(Key.WORKER_ID);
    };
  }

  /** As {@code lease.store} spells it. */
  @Override
  public String toString() {
    return text;
  }
}
