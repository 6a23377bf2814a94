package dev.snowflakeid.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.etcd.EtcdLeaseStore;
import dev.snowflakeid.lease.jdbc.ConnectionSource;
import dev.snowflakeid.lease.zookeeper.ZooKeeperLeaseStore;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases in etcd and ZooKeeper; no server is needed, as none is asked before the first call. */
class StoreSettingsTest {

  private static final String PREFIX = "hibernate.snowflake.";
  private static final ConnectionSource NO_DATABASE = ConnectionSource.of(new JdbcDataSource());
  private static final String ENDPOINTS = "lease.etcd.endpoints=http://127.0.0.1:1";

  @Test
  void shouldOpenAStoreInEtcd() {
    SnowflakeSettings settings =
        settings(
            "lease.store=etcd",
            "lease.etcd.endpoints= http://127.0.0.1:1, http://127.0.0.1:2 ",
            "lease.etcd.prefix=/ids/",
            "lease.etcd.user=root",
            "lease.etcd.password=geheim");
    assertFalse(settings.usesEntityDatabase());
    assertTrue(settings.ownsStore());
    try (LeaseStore store = open(settings)) {
      assertInstanceOf(EtcdLeaseStore.class, store);
      assertEquals("etcd http://127.0.0.1:1,http://127.0.0.1:2 prefix /ids/", store.describe());
    }
  }

  @Test
  void shouldOpenAStoreInZooKeeper() {
    SnowflakeSettings settings =
        settings(
            "lease.store=zookeeper",
            "lease.zookeeper.connect=127.0.0.1:1,127.0.0.1:2",
            "lease.zookeeper.root=/ids",
            "lease.zookeeper.session-timeout=20s");
    assertFalse(settings.usesEntityDatabase());
    assertTrue(settings.ownsStore());
    try (LeaseStore store = open(settings)) {
      assertInstanceOf(ZooKeeperLeaseStore.class, store);
      assertEquals("ZooKeeper 127.0.0.1:1,127.0.0.1:2 root /ids", store.describe());
    }
  }

  @ParameterizedTest
  @CsvSource({"etcd, lease.etcd.endpoints", "zookeeper, lease.zookeeper.connect"})
  void shouldRequireAnAddress(String store, String key) {
    assertEquals(
        "must be set with lease.store=%s: hibernate.snowflake.%s=(not set)".formatted(store, key),
        refusal("lease.store=" + store));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lease.etcd.endpoints",
        "lease.etcd.prefix",
        "lease.etcd.user",
        "lease.etcd.ca",
        "lease.etcd.certificate",
        "lease.etcd.key"
      })
  void shouldRefuseKeysOfEtcdWithAnotherStore(String key) {
    String expected = "has an effect only with lease.store=etcd: hibernate.snowflake." + key + "=x";
    assertEquals(expected, refusal(key + "=x"));
    assertEquals(
        expected,
        refusal("lease.store=zookeeper", "lease.zookeeper.connect=127.0.0.1:1", key + "=x"));
    assertEquals(expected, refusal("lease.store=fixed", "worker-id=3", key + "=x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lease.zookeeper.connect",
        "lease.zookeeper.root",
        "lease.zookeeper.session-timeout"
      })
  void shouldRefuseKeysOfZooKeeperWithAnotherStore(String key) {
    String expected =
        "has an effect only with lease.store=zookeeper: hibernate.snowflake." + key + "=x";
    assertEquals(expected, refusal(key + "=x"));
    assertEquals(expected, refusal("lease.store=etcd", ENDPOINTS, key + "=x"));
  }

  @ParameterizedTest
  @CsvSource({
    "lease.etcd.user, lease.etcd.password",
    "lease.etcd.password, lease.etcd.user",
    "lease.etcd.certificate, lease.etcd.key",
    "lease.etcd.key, lease.etcd.certificate"
  })
  void shouldRequireBothOfAPair(String set, String missing) {
    assertEquals(
        "must be set with hibernate.snowflake.%s: hibernate.snowflake.%s=(not set)"
            .formatted(set, missing),
        refusal("lease.store=etcd", ENDPOINTS, set + "=x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://a:1,,http://b:1", ",", "http://a:1,"})
  void shouldRefuseAnEmptyEndpoint(String endpoints) {
    assertEquals(
        "must be a list such as a,b,c, without blanks in it:"
            + " hibernate.snowflake.lease.etcd.endpoints="
            + endpoints,
        refusal("lease.store=etcd", "lease.etcd.endpoints=" + endpoints));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lease.etcd.endpoints=localhost:2379|endpoint=localhost:2379 (hibernate.snowflake.lease.etcd.*)",
        "lease.etcd.endpoints=http://a:1,https://b:1|must be all http or all https",
        "lease.etcd.ca=missing.pem|need endpoints with https"
      })
  void shouldNameTheKeysOfEtcdWhenTheStoreRefuses(String setting, String part) {
    SnowflakeSettings settings = settings("lease.store=etcd", ENDPOINTS, setting);
    String message =
        assertThrows(IllegalArgumentException.class, () -> open(settings)).getMessage();
    assertTrue(message.contains(part), message);
    assertTrue(message.endsWith(" (hibernate.snowflake.lease.etcd.*)"), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lease.zookeeper.root=ids|root must be an absolute path",
        "lease.zookeeper.session-timeout=0s|session timeout must be at least 1 ms"
      })
  void shouldNameTheKeysOfZooKeeperWhenTheStoreRefuses(String setting, String part) {
    SnowflakeSettings settings =
        settings("lease.store=zookeeper", "lease.zookeeper.connect=127.0.0.1:1", setting);
    String message =
        assertThrows(IllegalArgumentException.class, () -> open(settings)).getMessage();
    assertTrue(message.contains(part), message);
    assertTrue(message.endsWith(" (hibernate.snowflake.lease.zookeeper.*)"), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"host:port", "host:99999", "host:1/a//b"})
  void shouldRefuseHostsThatZooKeeperCannotRead(String hosts) {
    assertEquals(
        "must be hosts with ports, such as host1:2181,host2:2181:"
            + " hibernate.snowflake.lease.zookeeper.connect="
            + hosts,
        refusal("lease.store=zookeeper", "lease.zookeeper.connect=" + hosts));
  }

  @Test
  void shouldShowNoPassword() {
    List<String> messages =
        List.of(
            refusal("lease.etcd.password=geheim"),
            refusal("lease.store=etcd", ENDPOINTS, "lease.etcd.password=geheim"),
            refusal("lease.store=etcd", "lease.etcd.endpoints=http://root:geheim@a:1"),
            refusal("lease.store=etcd", "lease.etcd.endpoints=http://root:geheim/@a:1"),
            refusal("lease.store=etcd", "lease.etcd.endpoints=root:geheim@a:1"),
            refusal("lease.store=etcd", "lease.etcd.endpoints=http://root:x?geheim@a:1"),
            refusal("lease.store=jdbc:postgresql://db/app?user=app&password=geheim"),
            refusal("lease.store=jdbc:oracle:oci:app/geheim@db"),
            refusal("lease.store=etcd", "lease.etcd.endpoints=http://a:1,,http://root:geheim@b:1"),
            refusal("generator=*", "lease.etcd.password=geheim"),
            refusal("lease.store=zookeeper", "lease.etcd.password=geheim"));
    assertEquals(List.of(), messages.stream().filter(m -> m.contains("geheim")).toList());
    assertEquals(
        "must hold no user and password, for which there are lease.etcd.user and"
            + " lease.etcd.password: hibernate.snowflake.lease.etcd.endpoints=http://...@a:1",
        messages.get(2));
  }

  @Test
  void shouldKeepTheBlanksOfAPassword() {
    Values values = new Values(Map.of(PREFIX + "lease.etcd.password", " pass word "), PREFIX);
    assertEquals(" pass word ", values.secret(Key.LEASE_ETCD_PASSWORD).orElseThrow());
  }

  @Test
  void shouldTakePathsAsTextOrTyped() {
    for (Object ca : List.of("/etc/ca.pem", Path.of("/etc/ca.pem"))) {
      Values values = new Values(Map.of(PREFIX + "lease.etcd.ca", ca), PREFIX);
      assertEquals(Path.of("/etc/ca.pem"), values.path(Key.LEASE_ETCD_CA).orElseThrow());
    }
    assertTrue(
        refusal("lease.store=etcd", ENDPOINTS, "lease.etcd.ca=a\0b")
            .startsWith("must be the path of a file: hibernate.snowflake.lease.etcd.ca="));
  }

  private static SnowflakeSettings settings(String... assignments) {
    Map<String, String> settings = new HashMap<>();
    Stream.of(assignments)
        .map(assignment -> assignment.split("=", 2))
        .forEach(pair -> settings.put(PREFIX + pair[0], pair[1]));
    return SnowflakeSettings.of(settings, PREFIX);
  }

  private static LeaseStore open(SnowflakeSettings settings) {
    return settings.openStore(NO_DATABASE, name -> null);
  }

  private static String refusal(String... assignments) {
    return assertThrows(IllegalArgumentException.class, () -> settings(assignments)).getMessage();
  }
}
