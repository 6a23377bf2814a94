package dev.snowflakeid.config;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;

/** The settings that exist, by name without prefix. */
enum Key {
  NAMESPACE("namespace"),
  WORKERS("workers"),
  EPOCH("epoch"),
  WORKER_BITS("worker-bits"),
  SEQUENCE_BITS("sequence-bits"),
  LEASE_STORE("lease.store"),
  LEASE_RENEW("lease.renew"),
  LEASE_TTL("lease.ttl"),
  LEASE_DATASOURCE("lease.datasource"),
  LEASE_SCHEMA("lease.schema"),
  LEASE_CREATE_TABLE("lease.create-table"),
  LEASE_ETCD_ENDPOINTS("lease.etcd.endpoints"),
  LEASE_ETCD_PREFIX("lease.etcd.prefix"),
  LEASE_ETCD_USER("lease.etcd.user"),
  LEASE_ETCD_PASSWORD("lease.etcd.password"),
  LEASE_ETCD_CA("lease.etcd.ca"),
  LEASE_ETCD_CERTIFICATE("lease.etcd.certificate"),
  LEASE_ETCD_KEY("lease.etcd.key"),
  LEASE_ZOOKEEPER_CONNECT("lease.zookeeper.connect"),
  LEASE_ZOOKEEPER_ROOT("lease.zookeeper.root"),
  LEASE_ZOOKEEPER_SESSION_TIMEOUT("lease.zookeeper.session-timeout"),
  WORKER_ID("worker-id"),
  MAX_WAIT("max-wait"),
  START_TIMEOUT("start-timeout"),
  FAIL_FAST("fail-fast"),
  STRICT("strict"),
  CLOCK_MAX_OFFSET("clock.max-offset"),
  CLOCK_ALIGN("clock.align"),
  CLOCK_SNTP("clock.sntp"),
  SEQUENCE_SPREAD("sequence.spread"),
  EAGER("eager"),
  GENERATOR("generator");

  private final String text;

  Key(String text) {
    this.text = text;
  }

  static Optional<Key> of(String text) {
    return Arrays.stream(values()).filter(key -> key.text.equals(text)).findAny();
  }

  /** Returns the known key that takes the fewest edits to reach from {@code text}. */
  static Key closestTo(String text) {
    return Arrays.stream(values())
        .min(Comparator.comparingInt(key -> edits(text, key.text)))
        .orElseThrow();
  }

  static String list() {
    return Arrays.stream(values()).map(Key::toString).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return text;
  }

  /** Levenshtein distance, row by row. */
  private static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
