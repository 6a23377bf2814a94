package dev.snowflakeid.config;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeGeneratorBuilder;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.lease.FixedWorker;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.jdbc.ConnectionSource;
import dev.snowflakeid.lease.jdbc.CreateTable;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The settings under one prefix, checked. Values are text or already typed: an {@code Integer}, a
 * {@code Duration}, a {@code DataSource}. What is not set has the default of {@link
 * SnowflakeGeneratorBuilder}.
 *
 * <ul>
 *   <li>{@code namespace}: where ids are unique, by default {@code default}
 *   <li>{@code workers}: range of worker ids, such as {@code 0-1023}
 *   <li>{@code epoch}: an ISO instant or Unix ms; {@code worker-bits}, {@code sequence-bits}: see
 *       {@link SnowflakeLayout}
 *   <li>{@code lease.store}: {@code jdbc} (default), {@code fixed}, or a {@link LeaseStore}
 *   <li>{@code lease.datasource}: a {@code DataSource} for the lease alone, or its name; by default
 *       the entities' own database is used
 *   <li>{@code lease.schema}: schema of the lease tables; {@code lease.create-table}: {@code auto}
 *       (default) or {@code never}
 *   <li>{@code worker-id}: the worker of {@code lease.store=fixed}, required there
 *   <li>{@code lease.ttl}, {@code lease.renew}, {@code max-wait}, {@code start-timeout}, {@code
 *       clock.max-offset}: durations such as {@code 500ms}, {@code 10s}, {@code 2m}, {@code PT10S}
 *   <li>{@code fail-fast}, {@code strict}: {@code true} or {@code false}
 *   <li>{@code eager}: whether the lease is taken at start, by default {@code true}
 *   <li>{@code generator}: an existing generator or the name of one, instead of all of the above
 * </ul>
 */
public final class SnowflakeSettings {

  private static final String DEFAULT_NAMESPACE = "default";

  private enum Store {
    JDBC,
    FIXED,
    GIVEN
  }

  private final Values values;
  private final String prefix;
  private final Store store;
  private final String namespace;
  private final boolean eager;
  private final OptionalInt workerId;
  private final CreateTable createTable;
  private final List<Consumer<SnowflakeGeneratorBuilder>> tuning = new ArrayList<>();

  /**
   * Reads the settings whose names begin with the prefix; all others are left alone.
   *
   * @param prefix such as {@code hibernate.snowflake.}, with the dot
   * @throws IllegalArgumentException if a key is unknown, a value breaks a rule, or a setting would
   *     have no effect beside another; the message names key, value and rule
   */
  public static SnowflakeSettings of(Map<String, ?> settings, String prefix) {
    return new SnowflakeSettings(new Values(settings, prefix), prefix);
  }

  private SnowflakeSettings(Values values, String prefix) {
    this.values = values;
    this.prefix = prefix;
    refuseBesideGenerator();
    store = readStore();
    namespace = values.text(Key.NAMESPACE).orElse(DEFAULT_NAMESPACE);
    eager = values.flag(Key.EAGER).orElse(true);
    workerId = readWorkerId();
    createTable = readCreateTable();
    values.range(Key.WORKERS).ifPresent(r -> tuning.add(b -> b.workers(r.first(), r.last())));
    values.duration(Key.LEASE_TTL).ifPresent(ttl -> tuning.add(b -> b.leaseTtl(ttl)));
    values.duration(Key.LEASE_RENEW).ifPresent(every -> tuning.add(b -> b.renewEvery(every)));
    values.duration(Key.MAX_WAIT).ifPresent(wait -> tuning.add(b -> b.maxWait(wait)));
    values.duration(Key.START_TIMEOUT).ifPresent(limit -> tuning.add(b -> b.startTimeout(limit)));
    values.flag(Key.FAIL_FAST).ifPresent(fail -> tuning.add(b -> b.failFast(fail)));
    values.flag(Key.STRICT).ifPresent(strict -> tuning.add(b -> b.strict(strict)));
    values.duration(Key.CLOCK_MAX_OFFSET).ifPresent(max -> tuning.add(b -> b.maxClockOffset(max)));
    SnowflakeLayout layout = readLayout();
    tuning.add(b -> b.layout(layout));
  }

  /** Returns the namespace of ids that do not name one. */
  public String namespace() {
    return namespace;
  }

  /** Returns whether the lease is to be taken at start rather than with the first id. */
  public boolean eager() {
    return eager;
  }

  /** Returns the existing generator to use, or what names it; empty to open one. */
  public Optional<Object> generator() {
    return Optional.ofNullable(values.get(Key.GENERATOR));
  }

  /** Whether the lease lives in the entities' own database, as it does unless a setting differs. */
  public boolean usesEntityDatabase() {
    return store == Store.JDBC && !values.has(Key.LEASE_DATASOURCE);
  }

  /** Whether {@link #openStore} makes a store, which the caller then has to close. */
  public boolean ownsStore() {
    return store != Store.GIVEN;
  }

  /**
   * Opens a store to lease from, for one generator. Nothing is connected yet.
   *
   * @param entityDatabase where the entities live; used if no other database is named
   * @param dataSources finds a {@code DataSource} by the name in {@code lease.datasource}
   * @throws IllegalArgumentException if {@code lease.datasource} is not a data source
   */
  public LeaseStore openStore(
      ConnectionSource entityDatabase, Function<String, @Nullable Object> dataSources) {
    if (values.get(Key.LEASE_STORE) instanceof LeaseStore given) {
      return given;
    }
    return store == Store.FIXED
        ? new FixedWorker(workerId.orElseThrow())
        : jdbcStore(entityDatabase, dataSources);
  }

  /**
   * Opens a generator with these settings.
   *
   * @param namespace namespace of its ids
   * @throws IllegalArgumentException if settings do not go together
   */
  public SnowflakeGenerator openGenerator(LeaseStore store, String namespace) {
    SnowflakeGeneratorBuilder builder = SnowflakeGenerator.builder(store).namespace(namespace);
    tuning.forEach(setting -> setting.accept(builder));
    try {
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s (settings under %s)".formatted(e.getMessage(), prefix), e);
    }
  }

  private LeaseStore jdbcStore(
      ConnectionSource entityDatabase, Function<String, @Nullable Object> dataSources) {
    ConnectionSource source = entityDatabase;
    Object named = values.get(Key.LEASE_DATASOURCE);
    if (named != null) {
      Object found = named instanceof String name ? dataSources.apply(name) : named;
      if (!(found instanceof DataSource dataSource)) {
        throw values.refused(Key.LEASE_DATASOURCE, "must be a DataSource or the name of one");
      }
      source = ConnectionSource.of(dataSource);
    }
    return JdbcLeaseStore.builder(source)
        .schema(values.text(Key.LEASE_SCHEMA).orElse(null))
        .createTable(createTable)
        .build();
  }

  private Store readStore() {
    if (values.get(Key.LEASE_STORE) instanceof LeaseStore) {
      return Store.GIVEN;
    }
    return switch (values.text(Key.LEASE_STORE).orElse("jdbc")) {
      case "jdbc" -> Store.JDBC;
      case "fixed" -> Store.FIXED;
      default -> throw values.refused(Key.LEASE_STORE, "must be one of: jdbc, fixed");
    };
  }

  private OptionalInt readWorkerId() {
    Optional<Integer> worker = values.integer(Key.WORKER_ID);
    if (store == Store.FIXED && worker.isEmpty()) {
      throw values.refused(
          Key.WORKER_ID, "must be set, and differ in each process, with lease.store=fixed");
    }
    if (store != Store.FIXED && worker.isPresent()) {
      throw values.refused(Key.WORKER_ID, "has an effect only with lease.store=fixed");
    }
    if (store == Store.FIXED && values.has(Key.WORKERS)) {
      throw values.refused(Key.WORKERS, "has no effect with lease.store=fixed");
    }
    for (Key key : Key.JDBC_ONLY) {
      if (store != Store.JDBC && values.has(key)) {
        throw values.refused(key, "has an effect only with lease.store=jdbc");
      }
    }
    return worker.map(OptionalInt::of).orElseGet(OptionalInt::empty);
  }

  private CreateTable readCreateTable() {
    return switch (values.text(Key.LEASE_CREATE_TABLE).orElse("auto")) {
      case "auto" -> CreateTable.AUTO;
      case "never" -> CreateTable.NEVER;
      default -> throw values.refused(Key.LEASE_CREATE_TABLE, "must be auto or never");
    };
  }

  private SnowflakeLayout readLayout() {
    SnowflakeLayout standard = SnowflakeLayout.DEFAULT;
    var epoch = values.instant(Key.EPOCH).orElse(standard.epoch());
    int workerBits = values.integer(Key.WORKER_BITS).orElse(standard.workerBits());
    int sequenceBits = values.integer(Key.SEQUENCE_BITS).orElse(standard.sequenceBits());
    try {
      return new SnowflakeLayout(epoch, workerBits, sequenceBits);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s (%s{%s, %s, %s})"
              .formatted(e.getMessage(), prefix, Key.EPOCH, Key.WORKER_BITS, Key.SEQUENCE_BITS),
          e);
    }
  }

  private void refuseBesideGenerator() {
    if (values.has(Key.GENERATOR)) {
      Arrays.stream(Key.values())
          .filter(key -> key != Key.GENERATOR && values.has(key))
          .findFirst()
          .ifPresent(
              key -> {
                throw values.refused(
                    key, "has no effect beside %s%s".formatted(prefix, Key.GENERATOR));
              });
    }
  }
}
