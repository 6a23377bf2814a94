package dev.snowflakeid.lease.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** SQL Server 2016 or later, and Azure SQL; written after its manual, not run. */
class SqlServerDialect implements JdbcDialect {

  private static final Logger log = LoggerFactory.getLogger(JdbcLeaseStore.class);

  /** A restore and a forced failover begin another recovery fork, a planned failover does not. */
  private static final String RECOVERY_FORK =
      "(SELECT CONVERT(nvarchar(36), recovery_fork_guid) FROM sys.database_recovery_status"
          + " WHERE database_id = DB_ID())";

  /** The start of the server, which creates this database anew. */
  private static final String START_TIME =
      "(SELECT N'start/' + CONVERT(nvarchar(30), create_date, 126) FROM sys.databases"
          + " WHERE name = N'tempdb')";

  private static final String FORCED_DELAY =
      "SELECT name FROM sys.databases WHERE database_id = DB_ID() AND delayed_durability = 2";

  private static final int INVALID_OBJECT = 208;

  /** Invalid column, permission denied on an object or a column. */
  private static final Set<Integer> UNUSABLE = Set.of(207, 229, 230);

  /** With {@code xopenStates=true} the driver gives them an SQLState of class 42. */
  private static final Set<Integer> DUPLICATE_KEY = Set.of(2601, 2627);

  @Override
  public String product() {
    return "Microsoft SQL Server";
  }

  @Override
  public String ddlFile() {
    return "sqlserver.sql";
  }

  /** The start of the statement: all calls in one return the same. */
  @Override
  public String now() {
    return "DATEDIFF_BIG(MILLISECOND, CAST('1970-01-01T00:00:00' AS datetime2), SYSUTCDATETIME())";
  }

  /**
   * The recovery fork, or the server's start time where the login may not see it. Null if neither
   * can be seen. By the start time alone, a backup put back on a running server is not noticed.
   */
  @Override
  public @Nullable String generation(Connection connection) throws SQLException {
    for (String expression : List.of(RECOVERY_FORK, START_TIME)) {
      if (isVisible(expression, connection)) {
        return expression;
      }
      log.info(
          "{} is not visible to this login, so that another sign must stand for it. All logins that"
              + " lease from one namespace need the same privileges.",
          expression);
    }
    return null;
  }

  private boolean isVisible(String expression, Connection connection) throws SQLException {
    Command query = Command.of("SELECT " + expression + " AS generation");
    try {
      return query
          .query(connection, row -> Objects.requireNonNullElse(row.getString(1), ""))
          .stream()
          .anyMatch(value -> !value.isEmpty());
    } catch (SQLException e) {
      if (!isMissingTable(e) && !isUnusableTable(e)) {
        throw e;
      }
      return false;
    }
  }

  /**
   * A shared lock that is held to the end of the transaction, which is the statement; without the
   * hint, READ COMMITTED reads a version of the row, or gives its lock back at once.
   */
  @Override
  public String existsLocked(String table, String condition) {
    return "EXISTS (SELECT 1 FROM "
        + table
        + " WITH (REPEATABLEREAD, ROWLOCK) WHERE "
        + condition
        + ")";
  }

  @Override
  public String lockedQuery(String columns, String table, String condition) {
    return "SELECT " + columns + " FROM " + table + " s WITH (UPDLOCK, ROWLOCK) WHERE " + condition;
  }

  /** {@code GREATEST} and {@code LEAST} came with SQL Server 2022. */
  @Override
  public Command bound(Command update, String column, long value, String now, long ceiling) {
    return update
        .add("CASE WHEN " + column + " >= ? OR " + column + " >= " + now + " + ? THEN " + column)
        .add(" WHEN ? <= " + now + " + ? THEN ? ELSE " + now + " + ? END")
        .with(value, ceiling, value, ceiling, value, ceiling);
  }

  @Override
  public boolean isMissingTable(SQLException e) {
    return e.getErrorCode() == INVALID_OBJECT;
  }

  @Override
  public boolean isUnusableTable(SQLException e) {
    return UNUSABLE.contains(e.getErrorCode());
  }

  @Override
  public boolean isLostRace(SQLException e) {
    return DUPLICATE_KEY.contains(e.getErrorCode()) || JdbcDialect.super.isLostRace(e);
  }

  @Override
  public void inspect(Connection connection, String store) throws SQLException {
    for (String database : Command.of(FORCED_DELAY).query(connection, row -> row.getString(1))) {
      log.warn(
          "{}: DELAYED_DURABILITY=FORCED of database {} lets a crash lose acknowledged lease"
              + " writes, and with them the uniqueness of ids; set it to ALLOWED or DISABLED.",
          store,
          database);
    }
  }
}
