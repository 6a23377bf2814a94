package dev.snowflakeid.lease.jdbc;

import dev.snowflakeid.lease.LeaseStoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What differs between databases. */
interface JdbcDialect {

  /** The product name that {@code DatabaseMetaData} reports. */
  String product();

  /** Name of the file with the DDL, beside this class. */
  String ddlFile();

  /** The server's clock in Unix ms at the moment of evaluation. */
  String now();

  /**
   * The server's generation as a live text expression, or null if it has none. Called once per
   * store.
   */
  @Nullable String generation(Connection connection) throws SQLException;

  /** A condition that is always true and makes the commit of the write that holds it durable. */
  default String durable() {
    return "1 = 1";
  }

  /** Ends a subquery whose rows must not change before the statement has committed. */
  default String shareLock() {
    return "";
  }

  /** Whether the statement failed because a table, or its schema, does not exist. */
  boolean isMissingTable(SQLException e);

  /** Looks once for settings that break a promise, and warns about them. */
  default void inspect(Connection connection, String store) throws SQLException {}

  /** An identifier exactly as given, whatever it contains. */
  default String quote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  /**
   * The dialect for a product name.
   *
   * @throws LeaseStoreException if there is none
   */
  static JdbcDialect of(String product) {
    List<JdbcDialect> dialects = List.of(new PostgreSqlDialect(), new H2Dialect());
    return dialects.stream()
        .filter(dialect -> dialect.product().equals(product))
        .findFirst()
        .orElseThrow(() -> unsupported(product, dialects));
  }

  private static LeaseStoreException unsupported(String product, List<JdbcDialect> dialects) {
    return new LeaseStoreException(
        "leases need one of the databases "
            + dialects.stream().map(JdbcDialect::product).toList()
            + ": product="
            + product,
        null);
  }
}
