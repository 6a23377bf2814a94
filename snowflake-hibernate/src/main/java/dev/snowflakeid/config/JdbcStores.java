package dev.snowflakeid.config;

import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.jdbc.ConnectionSource;
import dev.snowflakeid.lease.jdbc.CreateTable;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens stores in a database: the one that is named, or the entities' own. */
final class JdbcStores implements StoreOpener {

  private final Values values;
  private final @Nullable String schema;
  private final CreateTable createTable;

  JdbcStores(Values values) {
    this.values = values;
    this.schema = values.text(Key.LEASE_SCHEMA).orElse(null);
    this.createTable =
        switch (values.text(Key.LEASE_CREATE_TABLE).orElse("auto")) {
          case "auto" -> CreateTable.AUTO;
          case "never" -> CreateTable.NEVER;
          default -> throw values.refused(Key.LEASE_CREATE_TABLE, "must be auto or never");
        };
  }

  @Override
  public LeaseStore open(
      ConnectionSource entityDatabase, Function<String, @Nullable Object> dataSources) {
    Object named = values.get(Key.LEASE_DATASOURCE);
    ConnectionSource source = named == null ? entityDatabase : source(named, dataSources);
    return JdbcLeaseStore.builder(source).schema(schema).createTable(createTable).build();
  }

  private ConnectionSource source(Object named, Function<String, @Nullable Object> dataSources) {
    Object found = named instanceof String name ? dataSources.apply(name) : named;
    if (!(found instanceof DataSource dataSource)) {
      throw values.refused(Key.LEASE_DATASOURCE, "must be a DataSource or the name of one");
    }
    return ConnectionSource.of(dataSource);
  }
}
