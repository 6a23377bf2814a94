package dev.snowflakeid.lease.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** MySQL 8.0.17 or later; written after its manual, not run. {@link MariaDbDialect} has run. */
class MySqlDialect implements JdbcDialect {

  private static final Logger log = LoggerFactory.getLogger(JdbcLeaseStore.class);

  /** ER_BAD_DB_ERROR, ER_NO_SUCH_TABLE: the first one's SQLState is that of any syntax error. */
  private static final Set<Integer> MISSING = Set.of(1049, 1146);

  private static final String FLUSH = "@@GLOBAL.innodb_flush_log_at_trx_commit";
  private static final String SYNC = "@@GLOBAL.sync_binlog";

  /** 3 is MariaDB's, and flushes more often than 1. */
  private static final String FLUSHES = FLUSH + " IN (1, 3)";

  /** With a binary log the commit is what that log holds: the engine rolls back what it lacks. */
  private static final String SYNCS = "(@@GLOBAL.log_bin = 0 OR " + SYNC + " = 1)";

  /** Whether an acknowledged commit outlives a crash of the machine. */
  static final String CRASH_SAFE = "(" + FLUSHES + " AND " + SYNCS + ")";

  private static final String UNSAFE_SETTINGS =
      ("SELECT CONCAT('innodb_flush_log_at_trx_commit=', %s) FROM dual WHERE NOT %s"
              + " UNION ALL SELECT CONCAT('sync_binlog=', %s) FROM dual WHERE NOT %s")
          .formatted(FLUSH, FLUSHES, SYNC, SYNCS);

  @Override
  public String product() {
    return "MySQL";
  }

  @Override
  public String ddlFile() {
    return "mysql.sql";
  }

  /**
   * The start of the statement, which replicates. The clock that runs on, {@code SYSDATE}, does
   * not, and is in local time, where an hour of autumn comes twice.
   */
  @Override
  public String now() {
    return "(TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(3))"
        + " DIV 1000)";
  }

  /**
   * Another server has another one, and so has a restored backup, unless {@code auto.cnf} came
   * along. Not seen: commits lost in a crash, a snapshot of the whole folder put back, a dump
   * loaded into the running server.
   */
  @Override
  public String generation(Connection connection) throws SQLException {
    return "@@GLOBAL.server_uuid";
  }

  /** The spelling that both servers know, in either place of a statement. */
  @Override
  public String shareLock() {
    return " LOCK IN SHARE MODE";
  }

  @Override
  public String fromNothing() {
    return " FROM dual";
  }

  @Override
  public boolean isMissingTable(SQLException e) {
    return MISSING.contains(e.getErrorCode());
  }

  @Override
  public void inspect(Connection connection, String store) throws SQLException {
    List<String> unsafe = Command.of(UNSAFE_SETTINGS).query(connection, row -> row.getString(1));
    for (String setting : unsafe) {
      log.warn(
          "{}: {} lets a crash lose acknowledged lease writes, and with them the uniqueness of"
              + " ids; set it to 1.",
          store,
          setting);
    }
  }

  /** Not the standard's quotes, which need a mode of their own. */
  @Override
  public String quote(String identifier) {
    return '`' + identifier.replace("`", "``") + '`';
  }
}
