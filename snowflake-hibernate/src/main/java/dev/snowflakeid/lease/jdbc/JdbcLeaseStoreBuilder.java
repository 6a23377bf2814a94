package dev.snowflakeid.lease.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Options of a {@link JdbcLeaseStore}. */
public final class JdbcLeaseStoreBuilder {

  /** PostgreSQL cuts longer names silently: two settings could mean one schema. */
  private static final int MAX_IDENTIFIER_BYTES = 63;

  final ConnectionSource connections;
  @Nullable String schema;
  CreateTable createTable = CreateTable.AUTO;
  @Nullable JdbcDialect dialect; // by the database's product name unless a test sets it

  JdbcLeaseStoreBuilder(ConnectionSource connections) {
    this.connections = Objects.requireNonNull(connections, "connections");
  }

  /**
   * The schema of the tables, spelled as the database's catalog spells it; it must exist. Without
   * one, the connection's default applies, and every process of a namespace must have the same.
   *
   * @throws IllegalArgumentException if it cannot be an identifier
   */
  public JdbcLeaseStoreBuilder schema(@Nullable String schema) {
    if (schema != null && !isIdentifier(schema)) {
      throw new IllegalArgumentException(
          "lease schema must have 1 to "
              + MAX_IDENTIFIER_BYTES
              + " bytes, no control characters and no blanks around it: schema="
              + schema);
    }
    this.schema = schema;
    return this;
  }

  /** Whether missing tables are created; {@link CreateTable#AUTO} by default. */
  public JdbcLeaseStoreBuilder createTable(CreateTable createTable) {
    this.createTable = Objects.requireNonNull(createTable, "createTable");
    return this;
  }

  /** Builds the store; the database is first reached by the store's first call. */
  public JdbcLeaseStore build() {
    return new JdbcLeaseStore(this);
  }

  private static boolean isIdentifier(String name) {
    return !name.isEmpty()
        && name.equals(name.strip())
        && name.chars().noneMatch(Character::isISOControl)
        && name.getBytes(StandardCharsets.UTF_8).length <= MAX_IDENTIFIER_BYTES;
  }
}
