package dev.snowflakeid.lease.jdbc;

import dev.snowflakeid.lease.LeaseStoreException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What differs between databases. */
interface JdbcDialect {

  /** Class of SQLState; a missing column is in it, and a missing privilege. */
  String SYNTAX_OR_ACCESS = "42";

  /** Class of SQLState; a key that is taken is in it. */
  String INTEGRITY_VIOLATION = "23";

  /** The product name that {@code DatabaseMetaData} reports. */
  String product();

  /** Whether this dialect is for the product and version that {@code DatabaseMetaData} reports. */
  default boolean fits(String product, String version) {
    return product.equals(product());
  }

  /** Name of the file with the DDL, beside this class. */
  String ddlFile();

  /**
   * The server's clock in Unix ms, whatever the session's time zone: at the moment of evaluation,
   * or else at the start of the statement, which errs on the safe side after a wait for a lock.
   */
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

  /** A condition: the row is there and, where the database can do so, stays until the commit. */
  default String existsLocked(String table, String condition) {
    return "EXISTS (SELECT 1 FROM " + table + " WHERE " + condition + shareLock() + ")";
  }

  /** Ends a subquery whose rows must not change before the statement has committed. */
  default String shareLock() {
    return "";
  }

  /**
   * The statement for an update that {@link #existsLocked} is part of: the same, unless it takes
   * another one to lock the row.
   *
   * @param row selects the row that must not change
   */
  default Command lockedUpdate(Command row, Command update) {
    return update;
  }

  /** A query of the row {@code s} that waits for a write under way. */
  default String lockedQuery(String columns, String table, String condition) {
    return "SELECT " + columns + " FROM " + table + " s WHERE " + condition + " FOR UPDATE";
  }

  /**
   * Whether a write that changes nothing comes before {@link #lockedQuery}, because a query in
   * auto-commit does not wait.
   */
  default boolean waitsByWriting() {
    return false;
  }

  /** The greater of the column and the smaller of the value and the sum. */
  default Command bound(Command update, String column, long value, String now, long ceiling) {
    return update.add("GREATEST(" + column + ", LEAST(?, " + now + " + ?))").with(value, ceiling);
  }

  /** The {@code FROM} of a {@code SELECT … WHERE} that reads no table. */
  default String fromNothing() {
    return "";
  }

  /** Whether the statement failed because a table, or its schema, does not exist. */
  boolean isMissingTable(SQLException e);

  /** Whether a table is there but of another shape, or closed to this user. */
  default boolean isUnusableTable(SQLException e) {
    return hasClass(e, SYNTAX_OR_ACCESS);
  }

  /** Whether an insert found its key taken. By class of SQLState: exceptions differ in class. */
  default boolean isLostRace(SQLException e) {
    return hasClass(e, INTEGRITY_VIOLATION);
  }

  private static boolean hasClass(SQLException e, String sqlStateClass) {
    String state = e.getSQLState();
    return state != null && state.startsWith(sqlStateClass);
  }

  /** Looks once for settings that break a promise, and warns about them. */
  default void inspect(Connection connection, String store) throws SQLException {}

  /** An identifier exactly as given, whatever it contains. */
  default String quote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  /**
   * The dialect for a database.
   *
   * @throws LeaseStoreException if there is none
   */
  static JdbcDialect of(DatabaseMetaData metaData) throws SQLException {
    String product = metaData.getDatabaseProductName();
    String version = metaData.getDatabaseProductVersion();
    List<JdbcDialect> dialects =
        List.of(
            new PostgreSqlDialect(),
            new H2Dialect(),
            new MariaDbDialect(),
            new MySqlDialect(),
            new SqlServerDialect(),
            new OracleDialect());
    return dialects.stream()
        .filter(dialect -> dialect.fits(product, version))
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
