package dev.snowflakeid.config;

import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.jdbc.ConnectionSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Opens a store with settings that have been read. */
@FunctionalInterface
interface StoreOpener {

  /**
   * Opens a store, without waiting for its server.
   *
   * @param entityDatabase where the entities live
   * @param dataSources finds a {@code DataSource} by its name
   * @throws IllegalArgumentException if a setting breaks a rule of the store
   */
  LeaseStore open(ConnectionSource entityDatabase, Function<String, @Nullable Object> dataSources);
}
