package dev.snowflakeid.spring;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * The settings under {@code snowflake-id}, with the types that Spring Boot converts to. What they
 * mean, and their defaults, is said once, in {@link dev.snowflakeid.config.SnowflakeSettings}.
 */
@ConfigurationProperties(prefix = SnowflakeProperties.PREFIX, ignoreUnknownFields = false)
record SnowflakeProperties(
    @Nullable String namespace,
    @Nullable String workers,
    @Nullable String epoch,
    @Nullable Integer workerBits,
    @Nullable Integer sequenceBits,
    @DefaultValue Lease lease,
    @Nullable Integer workerId,
    @Nullable Duration maxWait,
    @Nullable Duration startTimeout,
    @Nullable Boolean failFast,
    @Nullable Boolean strict,
    @DefaultValue Clock clock,
    @Nullable Boolean eager) {

  static final String PREFIX = "snowflake-id";

  record Lease(
      @Nullable String store,
      @Nullable Duration renew,
      @Nullable Duration ttl,
      @Name("datasource") @Nullable String dataSource,
      @Nullable String schema,
      @Nullable String createTable,
      @DefaultValue Etcd etcd,
      @DefaultValue ZooKeeper zookeeper) {}

  record Etcd(
      @Nullable List<String> endpoints,
      @Nullable String prefix,
      @Nullable String user,
      @Nullable String password,
      @Nullable String ca,
      @Nullable String certificate,
      @Nullable String key) {}

  record ZooKeeper(
      @Nullable String connect, @Nullable String root, @Nullable Duration sessionTimeout) {}

  record Clock(@Nullable Duration maxOffset) {}

  /** Returns what is set, by key without prefix. */
  Map<String, @Nullable Object> toMap() {
    Map<String, @Nullable Object> set = new HashMap<>();
    set.put("namespace", namespace);
    set.put("workers", workers);
    set.put("epoch", epoch);
    set.put("worker-bits", workerBits);
    set.put("sequence-bits", sequenceBits);
    set.put("lease.store", lease.store);
    set.put("lease.renew", lease.renew);
    set.put("lease.ttl", lease.ttl);
    set.put("lease.datasource", lease.dataSource);
    set.put("lease.schema", lease.schema);
    set.put("lease.create-table", lease.createTable);
    List<String> endpoints = lease.etcd.endpoints;
    set.put("lease.etcd.endpoints", endpoints == null ? null : String.join(",", endpoints));
    set.put("lease.etcd.prefix", lease.etcd.prefix);
    set.put("lease.etcd.user", lease.etcd.user);
    set.put("lease.etcd.password", lease.etcd.password);
    set.put("lease.etcd.ca", lease.etcd.ca);
    set.put("lease.etcd.certificate", lease.etcd.certificate);
    set.put("lease.etcd.key", lease.etcd.key);
    set.put("lease.zookeeper.connect", lease.zookeeper.connect);
    set.put("lease.zookeeper.root", lease.zookeeper.root);
    set.put("lease.zookeeper.session-timeout", lease.zookeeper.sessionTimeout);
    set.put("worker-id", workerId);
    set.put("max-wait", maxWait);
    set.put("start-timeout", startTimeout);
    set.put("fail-fast", failFast);
    set.put("strict", strict);
    set.put("clock.max-offset", clock.maxOffset);
    set.put("eager", eager);
    set.values().removeIf(Objects::isNull);
    return set;
  }
}
