package dev.snowflakeid.config;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeGeneratorBuilder;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.jdbc.ConnectionSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
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
 *   <li>{@code lease.store}: {@code jdbc} (default), {@code etcd}, {@code zookeeper}, {@code
 *       fixed}, or a {@link LeaseStore}
 *   <li>{@code lease.datasource}: a {@code DataSource} for the lease alone, or its name; by default
 *       the entities' own database is used
 *   <li>{@code lease.schema}: schema of the lease tables; {@code lease.create-table}: {@code auto}
 *       (default) or {@code never}
 *   <li>{@code lease.etcd.endpoints}: addresses such as {@code http://host:2379}, divided by
 *       commas, required with etcd; {@code lease.etcd.prefix}: what all keys start with
 *   <li>{@code lease.etcd.user} and {@code lease.etcd.password}; {@code lease.etcd.ca}, {@code
 *       lease.etcd.certificate} and {@code lease.etcd.key}: PEM files
 *   <li>{@code lease.zookeeper.connect}: hosts such as {@code host1:2181,host2:2181}, required with
 *       ZooKeeper; {@code lease.zookeeper.root}: path below which the znodes are; {@code
 *       lease.zookeeper.session-timeout}: what is asked of the server
 *   <li>{@code worker-id}: the worker of {@code lease.store=fixed}, required there
 *   <li>{@code lease.ttl}, {@code lease.renew}, {@code max-wait}, {@code start-timeout}, {@code
 *       clock.max-offset}: durations such as {@code 500ms}, {@code 10s}, {@code 2m}, {@code PT10S},
 *       at most 365 days
 *   <li>{@code fail-fast}, {@code strict}: {@code true} or {@code false}
 *   <li>{@code eager}: whether the lease is taken at start, by default {@code true}
 *   <li>{@code generator}: an existing generator or the name of one, instead of all of the above;
 *       or a function from a namespace to its generator, which may have read the above itself
 * </ul>
 */
public final class SnowflakeSettings {

  private static final String DEFAULT_NAMESPACE = "default";

  private final Values values;
  private final String prefix;
  private final StoreSettings store;
  private final String namespace;
  private final boolean eager;
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
    store = new StoreSettings(values);
    namespace = values.text(Key.NAMESPACE).orElse(DEFAULT_NAMESPACE);
    eager = values.flag(Key.EAGER).orElse(true);
    refuseWaitsWhenLazy();
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
    return store.usesEntityDatabase();
  }

  /** Whether {@link #openStore} makes a store, which the caller then has to close. */
  public boolean ownsStore() {
    return store.opensStore();
  }

  /**
   * Opens a store to lease from, for one generator. Nothing waits for a connection yet.
   *
   * @param entityDatabase where the entities live; used if no other database is named
   * @param dataSources finds a {@code DataSource} by the name in {@code lease.datasource}
   * @throws IllegalArgumentException if {@code lease.datasource} is not a data source, or if a
   *     setting breaks a rule of the store
   */
  public LeaseStore openStore(
      ConnectionSource entityDatabase, Function<String, @Nullable Object> dataSources) {
    return store.opener().open(entityDatabase, dataSources);
  }

  /**
   * Opens a generator with these settings, and waits for its lease as they say.
   *
   * @param namespace namespace of its ids
   * @throws IllegalArgumentException if settings do not go together
   */
  public SnowflakeGenerator openGenerator(LeaseStore store, String namespace) {
    return with(store, namespace, SnowflakeGeneratorBuilder::build);
  }

  /**
   * Opens a generator with these settings that takes its lease in the background.
   *
   * @param namespace namespace of its ids
   * @throws IllegalArgumentException if settings do not go together
   */
  public SnowflakeGenerator startGenerator(LeaseStore store, String namespace) {
    return with(
        store, namespace, builder -> builder.startTimeout(Duration.ZERO).failFast(false).build());
  }

  /**
   * Checks what only a generator can, without opening one.
   *
   * @param namespace namespace of its ids
   * @throws IllegalArgumentException if settings do not go together
   */
  public void validate(LeaseStore store, String namespace) {
    with(
        store,
        namespace,
        builder -> {
          builder.validate();
          return builder;
        });
  }

  private <T> T with(
      LeaseStore store, String namespace, Function<SnowflakeGeneratorBuilder, T> use) {
    SnowflakeGeneratorBuilder builder = SnowflakeGenerator.builder(store).namespace(namespace);
    tuning.forEach(setting -> setting.accept(builder));
    try {
      return use.apply(builder);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s (settings under %s)".formatted(e.getMessage(), prefix), e);
    }
  }

  private SnowflakeLayout readLayout() {
    SnowflakeLayout standard = SnowflakeLayout.DEFAULT;
    var epoch = values.instant(Key.EPOCH).orElse(standard.epoch());
    int workerBits = values.integer(Key.WORKER_BITS).orElse(standard.workerBits());
    int sequenceBits = values.integer(Key.SEQUENCE_BITS).orElse(standard.sequenceBits());
    try {
      return new SnowflakeLayout(epoch, workerBits, sequenceBits);
    } catch (IllegalArgumentException e) {
      throw values.refused(
          e, "{%s, %s, %s}".formatted(Key.EPOCH, Key.WORKER_BITS, Key.SEQUENCE_BITS));
    }
  }

  private void refuseWaitsWhenLazy() {
    for (Key key : List.of(Key.START_TIMEOUT, Key.FAIL_FAST)) {
      if (!eager && values.has(key)) {
        throw values.refused(key, "has no effect with eager=false");
      }
    }
  }

  private void refuseBesideGenerator() {
    if (values.has(Key.GENERATOR) && !(values.get(Key.GENERATOR) instanceof Function)) {
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
