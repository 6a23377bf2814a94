package dev.snowflakeid.lease.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class PostgreSqlDialect implements JdbcDialect {

  private static final Logger log = LoggerFactory.getLogger(JdbcLeaseStore.class);

  /** Cluster and time line: a promotion and a point-in-time recovery begin a new time line. */
  private static final String TIME_LINE =
      "((SELECT CAST(system_identifier AS text) FROM pg_control_system()) || '/'"
          + " || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))";

  /** Known to every role; a plain restart changes it too, which costs a quarantine. */
  private static final String START_TIME =
      "('start/' || CAST(CAST(floor(extract(epoch FROM pg_postmaster_start_time()) * 1000)"
          + " AS bigint) AS text))";

  /** insufficient_privilege, feature_not_supported, undefined_function. */
  private static final Set<String> FORBIDDEN = Set.of("42501", "0A000", "42883");

  @Override
  public String product() {
    return "PostgreSQL";
  }

  @Override
  public String ddlFile() {
    return "postgresql.sql";
  }

  /** Not {@code now()}, which stands still from the start of the transaction. */
  @Override
  public String now() {
    return "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)";
  }

  @Override
  public String generation(Connection connection) throws SQLException {
    try {
      Command.of("SELECT " + TIME_LINE).query(connection, row -> row.getString(1));
      return TIME_LINE;
    } catch (SQLException e) {
      if (!FORBIDDEN.contains(e.getSQLState())) {
        throw e;
      }
      log.info(
          "The role may not read the WAL time line ({}): the server's start time stands for it,"
              + " so that a restart looks like a failover. All roles that lease from one namespace"
              + " need the same privileges.",
          e.getMessage());
      return START_TIME;
    }
  }

  /** Raises weaker settings to {@code on} for this transaction and leaves stronger ones alone. */
  @Override
  public String durable() {
    return "set_config('synchronous_commit',"
        + " CASE WHEN current_setting('synchronous_commit') = 'remote_apply'"
        + " THEN 'remote_apply' ELSE 'on' END, true) IS NOT NULL";
  }

  @Override
  public String shareLock() {
    return " FOR SHARE";
  }

  /** undefined_table, invalid_schema_name. */
  @Override
  public boolean isMissingTable(SQLException e) {
    return "42P01".equals(e.getSQLState()) || "3F000".equals(e.getSQLState());
  }
}
