package dev.snowflakeid.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.FixedWorker;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.jdbc.ConnectionSource;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnowflakeSettingsTest {

  private static final String PREFIX = "hibernate.snowflake.";
  private static final ConnectionSource NO_DATABASE = ConnectionSource.of(new JdbcDataSource());

  @Test
  void shouldLeaseFromTheEntityDatabaseAtStartWhenNothingIsSet() {
    SnowflakeSettings settings = settings(Map.of("hibernate.dialect", "any", "other", 1));

    assertEquals("default", settings.namespace());
    assertTrue(settings.eager());
    assertTrue(settings.usesEntityDatabase());
    assertTrue(settings.ownsStore());
    assertEquals(Optional.empty(), settings.generator());
    assertInstanceOf(JdbcLeaseStore.class, open(settings));
  }

  @Test
  void shouldNameTheClosestAndAllKnownKeysWhenAKeyIsUnknown() {
    assertEquals(
        "unknown setting: hibernate.snowflake.lease.tll; did you mean hibernate.snowflake.lease.ttl?"
            + " Known under hibernate.snowflake. are: namespace, workers, epoch, worker-bits,"
            + " sequence-bits, lease.store, lease.renew, lease.ttl, lease.datasource, lease.schema,"
            + " lease.create-table, lease.etcd.endpoints, lease.etcd.prefix, lease.etcd.user,"
            + " lease.etcd.password, lease.etcd.ca, lease.etcd.certificate, lease.etcd.key,"
            + " lease.zookeeper.connect, lease.zookeeper.root, lease.zookeeper.session-timeout,"
            + " worker-id, max-wait, start-timeout, fail-fast, strict,"
            + " clock.max-offset, clock.align, clock.sntp, sequence.spread, eager, generator",
        refusal(Map.of(PREFIX + "lease.tll", "60s")));
  }

  @ParameterizedTest
  @CsvSource({
    "name-space, namespace",
    "Namespace, namespace",
    "worker_id, worker-id",
    "max_wait, max-wait",
    "lease.data-source, lease.datasource",
    "clock.offset, clock.max-offset"
  })
  void shouldSuggestTheKeyThatWasMeant(String unknown, String meant) {
    String message = refusal(Map.of(PREFIX + unknown, "1"));
    assertTrue(message.contains("did you mean " + PREFIX + meant + "?"), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"clock.source", "sequence.start", "lease.redis.url"})
  void shouldRefuseSettingsThatDoNothing(String key) {
    String message = refusal(Map.of(PREFIX + key, "true"));
    assertTrue(message.startsWith("unknown setting: " + PREFIX + key + ";"), message);
  }

  @Test
  void shouldAlignClocksOnlyWhereThereIsOneToFollow() {
    Map<String, String> etcd =
        Map.of(
            PREFIX + "lease.store", "etcd",
            PREFIX + "lease.etcd.endpoints", "http://localhost:2379",
            PREFIX + "clock.align", "true");
    assertEquals(
        "needs hibernate.snowflake.clock.sntp with a store that tells no time:"
            + " hibernate.snowflake.clock.align=true",
        refusal(etcd));
    Map<String, String> withServers = new HashMap<>(etcd);
    withServers.put(PREFIX + "clock.sntp", "time1.example.org, 10.0.0.1:1123");
    assertEquals("default", SnowflakeSettings.of(withServers, PREFIX).namespace());
    withServers.put(PREFIX + "clock.sntp", "ntp://host");
    assertEquals(
        "time servers must be hosts or host:port, such as pool.ntp.org or [::1]:123:"
            + " server=ntp://host (hibernate.snowflake.clock.sntp)",
        refusal(withServers));
    assertEquals(
        "has no effect with lease.store=fixed: hibernate.snowflake.clock.align=true",
        refusal(
            Map.of(
                PREFIX + "lease.store", "fixed",
                PREFIX + "worker-id", "3",
                PREFIX + "clock.align", "true")));
  }

  @Test
  void shouldPassSpreadAndAlignmentOnToTheGenerator() {
    SnowflakeSettings spread =
        SnowflakeSettings.of(
            Map.of(PREFIX + "sequence.spread", "true", PREFIX + "sequence-bits", "7"), PREFIX);
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> spread.validate(open(spread), "default"));
    assertEquals(
        "a spread sequence needs at least 8 sequence bits: sequence bits=7"
            + " (settings under hibernate.snowflake.)",
        refused.getMessage());
    SnowflakeSettings align = SnowflakeSettings.of(Map.of(PREFIX + "clock.align", "true"), PREFIX);
    assertEquals(
        "a clock can be aligned only to that of a shared store: store=fixed worker 3"
            + " (settings under hibernate.snowflake.)",
        assertThrows(
                IllegalArgumentException.class, () -> align.validate(new FixedWorker(3), "default"))
            .getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Etcd", "zk", "JDBC", "redis"})
  void shouldListTheSupportedStoresWhenTheStoreIsUnknown(String store) {
    assertEquals(
        "must be one of: jdbc, etcd, zookeeper, fixed: hibernate.snowflake.lease.store=" + store,
        refusal(Map.of(PREFIX + "lease.store", store)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lease.ttl|60|must be a duration such as 500ms, 10s, 2m or PT10S",
        "lease.ttl|60 s|must be a duration such as 500ms, 10s, 2m or PT10S",
        "lease.renew|PT|must be a duration such as 500ms, 10s, 2m or PT10S",
        "max-wait|-PT2S|must be a duration such as 500ms, 10s, 2m or PT10S",
        "max-wait|PT-2S|must not be negative",
        "max-wait|999999999999h|must be at most 365 days",
        "start-timeout|P1000000D|must be at most 365 days",
        "lease.ttl|PT99999999999999999999H|must be a duration such as 500ms, 10s, 2m or PT10S",
        "lease.renew|٥s|must be a duration such as 500ms, 10s, 2m or PT10S",
        "start-timeout|soon|must be a duration such as 500ms, 10s, 2m or PT10S",
        "clock.max-offset|1d|must be a duration such as 500ms, 10s, 2m or PT10S",
        "fail-fast|yes|must be true or false",
        "strict|1|must be true or false",
        "clock.align|store|must be true or false",
        "sequence.spread|4|must be true or false",
        "clock.sntp|pool.ntp.org|has an effect only with lease.store=etcd, which has no clock of its"
            + " own",
        "eager|''|must not be blank",
        "workers|5-3|must be a range such as 0-1023, the lower end first",
        "workers|all|must be a range such as 0-1023, the lower end first",
        "workers|-1-5|must be a range such as 0-1023, the lower end first",
        "worker-bits|ten|must be an integer",
        "sequence-bits|12.0|must be an integer",
        "worker-bits|١٠|must be an integer",
        "worker-bits|99999999999|must be an integer",
        "workers|٠-٧|must be a range such as 0-1023, the lower end first",
        "epoch|١٧٣٥٦٨٩٦٠٠٠٠٠|must be an instant such as 2025-01-01T00:00:00Z or its Unix time in ms",
        "epoch|2025-01-01|must be an instant such as 2025-01-01T00:00:00Z or its Unix time in ms",
        "lease.create-table|yes|must be auto or never",
        "namespace|' '|must not be blank"
      })
  void shouldNameKeyValueAndRuleWhenAValueIsWrong(String key, String value, String rule) {
    assertEquals(
        "%s: %s%s=%s".formatted(rule, PREFIX, key, value), refusal(Map.of(PREFIX + key, value)));
  }

  @Test
  void shouldRefuseTypedValuesOfAnotherKind() {
    for (Object value : List.of(10.0, new BigDecimal("10"), BigInteger.TWO.pow(40), List.of(10))) {
      assertEquals(
          "must be an integer: hibernate.snowflake.worker-bits=" + value,
          refusal(Map.of(PREFIX + "worker-bits", value)));
    }
    assertEquals(
        "must be a duration such as 500ms, 10s, 2m or PT10S: hibernate.snowflake.lease.ttl=60",
        refusal(Map.of(PREFIX + "lease.ttl", 60)));
    assertEquals(
        "must be at most 365 days: hibernate.snowflake.max-wait=PT8761H",
        refusal(Map.of(PREFIX + "max-wait", Duration.ofHours(365 * 24 + 1))));
  }

  @Test
  void shouldIgnoreKeysThatAreNoText() {
    Map<Object, Object> properties = new HashMap<>();
    properties.put(5, "five");
    properties.put(null, "nothing");
    properties.put(PREFIX + "namespace", "orders");
    @SuppressWarnings({"unchecked", "rawtypes"}) // what java.util.Properties passed on may hold
    Map<String, ?> settings = (Map) properties;
    assertEquals("orders", settings(settings).namespace());
  }

  @ParameterizedTest
  @ValueSource(strings = {"start-timeout", "fail-fast"})
  void shouldRefuseSettingsOfTheStartWhenTheLeaseIsNotTakenThere(String key) {
    Object value = key.equals("fail-fast") ? "true" : "10s";
    assertEquals(
        "has no effect with eager=false: hibernate.snowflake.%s=%s".formatted(key, value),
        refusal(Map.of(PREFIX + "eager", "false", PREFIX + key, value)));
  }

  @Test
  void shouldFindSettingsThatDoNotGoTogetherWithoutAGenerator() {
    SnowflakeSettings settings = settings(Map.of(PREFIX + "lease.ttl", "3s"));
    assertEquals(
        "lease TTL must be more than twice the max clock offset of PT2S: ttl=PT3S"
            + " (settings under hibernate.snowflake.)",
        assertThrows(
                IllegalArgumentException.class,
                () -> settings.validate(open(settings), settings.namespace()))
            .getMessage());
  }

  @Test
  void shouldRefuseAnEpochInSeconds() {
    assertEquals(
        "must be an instant such as 2025-01-01T00:00:00Z or its Unix time in ms, not in seconds:"
            + " hibernate.snowflake.epoch=1735689600",
        refusal(Map.of(PREFIX + "epoch", "1735689600")));
    assertEquals(
        "must be an instant such as 2025-01-01T00:00:00Z or its Unix time in ms, not in seconds:"
            + " hibernate.snowflake.epoch=1735689600",
        refusal(Map.of(PREFIX + "epoch", 1735689600)));
  }

  @Test
  void shouldNameTheLayoutKeysWhenTheLayoutBreaksARule() {
    assertEquals(
        "worker bits must be between 0 and 20: worker bits=21"
            + " (hibernate.snowflake.{epoch, worker-bits, sequence-bits})",
        refusal(Map.of(PREFIX + "worker-bits", 21)));
  }

  @Test
  void shouldRequireAWorkerIdWithTheFixedStore() {
    assertEquals(
        "must be set, and differ in each process, with lease.store=fixed:"
            + " hibernate.snowflake.worker-id=(not set)",
        refusal(Map.of(PREFIX + "lease.store", "fixed")));
  }

  @Test
  void shouldRefuseAWorkerIdWithoutTheFixedStore() {
    assertEquals(
        "has an effect only with lease.store=fixed: hibernate.snowflake.worker-id=3",
        refusal(Map.of(PREFIX + "worker-id", 3)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lease.datasource", "lease.schema", "lease.create-table"})
  void shouldRefuseDatabaseSettingsWithoutADatabase(String key) {
    assertEquals(
        "has an effect only with lease.store=jdbc: hibernate.snowflake." + key + "=never",
        refusal(
            Map.of(
                PREFIX + "lease.store",
                "fixed",
                PREFIX + "worker-id",
                "3",
                PREFIX + key,
                "never")));
  }

  @Test
  void shouldRefuseOtherSettingsBesideAnExistingGenerator() {
    assertEquals(
        "has no effect beside hibernate.snowflake.generator: hibernate.snowflake.namespace=orders",
        refusal(Map.of(PREFIX + "generator", "*", PREFIX + "namespace", "orders")));
  }

  @Test
  void shouldOpenTheFixedStore() {
    SnowflakeSettings settings =
        settings(Map.of(PREFIX + "lease.store", "fixed", PREFIX + "worker-id", "3"));
    assertFalse(settings.usesEntityDatabase());
    assertInstanceOf(FixedWorker.class, open(settings));
  }

  @Test
  void shouldUseAStoreThatIsPassedIn() {
    LeaseStore store = new FixedWorker(3);
    SnowflakeSettings settings = settings(Map.of(PREFIX + "lease.store", store));
    assertSame(store, open(settings));
    assertFalse(settings.ownsStore());
    assertFalse(settings.usesEntityDatabase());
  }

  @Test
  void shouldFindTheDataSourceByItsName() {
    SnowflakeSettings settings = settings(Map.of(PREFIX + "lease.datasource", "java:/leases"));
    Map<String, Object> names = Map.of("java:/leases", new JdbcDataSource());
    assertFalse(settings.usesEntityDatabase());
    assertInstanceOf(JdbcLeaseStore.class, settings.openStore(NO_DATABASE, names::get));
  }

  @Test
  void shouldRefuseANameThatIsNoDataSource() {
    SnowflakeSettings settings = settings(Map.of(PREFIX + "lease.datasource", "java:/leases"));
    Map<String, Object> names = Map.of("java:/leases", "something else");
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> settings.openStore(NO_DATABASE, names::get));
    assertEquals(
        "must be a DataSource or the name of one: hibernate.snowflake.lease.datasource=java:/leases",
        e.getMessage());
  }

  @Test
  void shouldTakeTypedValuesAndText() {
    for (Object ttl : List.of(Duration.ofMinutes(1), "60s", "1m", "60000ms", "PT1M", " 60s ")) {
      assertEquals(
          Optional.of(Duration.ofMinutes(1)), values("lease.ttl", ttl).duration(Key.LEASE_TTL));
    }
    assertEquals(Optional.of(Duration.ofHours(2)), values("max-wait", "2h").duration(Key.MAX_WAIT));
    for (Object epoch :
        List.of(
            Instant.parse("2025-01-01T00:00:00Z"),
            "2025-01-01T00:00:00Z",
            "1735689600000",
            1_735_689_600_000L)) {
      assertEquals(
          Optional.of(Instant.parse("2025-01-01T00:00:00Z")),
          values("epoch", epoch).instant(Key.EPOCH));
    }
    assertEquals(Optional.of(Instant.EPOCH), values("epoch", 0).instant(Key.EPOCH));
    for (Object flag : List.of(true, "true", "TRUE")) {
      assertEquals(Optional.of(true), values("strict", flag).flag(Key.STRICT));
    }
    for (Object number :
        List.of(7, "7", 7L, (short) 7, (byte) 7, BigInteger.valueOf(7), new AtomicLong(7))) {
      assertEquals(Optional.of(7), values("worker-id", number).integer(Key.WORKER_ID));
      assertEquals(
          Optional.of(new Values.Range(7, 7)), values("workers", number).range(Key.WORKERS));
    }
    assertEquals(
        Optional.of(new Values.Range(0, 511)), values("workers", "0-511").range(Key.WORKERS));
    assertEquals(Optional.of(new Values.Range(7, 7)), values("workers", "7").range(Key.WORKERS));
  }

  @Test
  void shouldTreatANullAsNotSet() {
    Map<String, Object> nothing = new HashMap<>();
    nothing.put(PREFIX + "namespace", null);
    assertEquals("default", settings(nothing).namespace());
  }

  private static Values values(String key, Object value) {
    return new Values(Map.of(PREFIX + key, value), PREFIX);
  }

  private static SnowflakeSettings settings(Map<String, ?> settings) {
    return SnowflakeSettings.of(settings, PREFIX);
  }

  private static LeaseStore open(SnowflakeSettings settings) {
    return settings.openStore(NO_DATABASE, name -> null);
  }

  private static String refusal(Map<String, ?> settings) {
    return assertThrows(IllegalArgumentException.class, () -> settings(settings)).getMessage();
  }
}
