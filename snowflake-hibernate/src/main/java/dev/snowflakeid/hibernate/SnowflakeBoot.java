package dev.snowflakeid.hibernate;

import dev.snowflakeid.config.SnowflakeSettings;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.service.Service;
import org.jspecify.annotations.Nullable;

/**
 * Remembers, while mappings are read, which of them use {@code @SnowflakeId}. Nothing to stop: one
 * service registry may see several {@code SessionFactory}s come and go, and Hibernate may stop a
 * service of the registry with the first of them.
 */
final class SnowflakeBoot implements Service {

  static final String PREFIX = "hibernate.snowflake.";

  private final Map<String, Object> configuration;
  private final Map<Database, Set<String>> namespaces =
      Collections.synchronizedMap(new WeakHashMap<>());
  private volatile @Nullable SnowflakeSettings settings;

  SnowflakeBoot(Map<String, Object> configuration) {
    this.configuration = configuration;
  }

  /** Notes a use, and reads the settings so that a wrong one fails before the schema is touched. */
  void use(Database database, String namespace) {
    settings();
    namespacesOf(database).add(namespace);
  }

  /** Returns the namespaces used so far, a live view; empty where nothing uses ids of ours. */
  Set<String> namespacesOf(Database database) {
    return namespaces.computeIfAbsent(database, any -> ConcurrentHashMap.newKeySet());
  }

  SnowflakeSettings settings() {
    SnowflakeSettings read = settings;
    if (read == null) {
      read = SnowflakeSettings.of(configuration, PREFIX);
      settings = read;
    }
    return read;
  }
}
