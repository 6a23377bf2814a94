package dev.snowflakeid.lease.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Oracle 12.1 or later; written after its manual, not run.
 *
 * <p>An Oracle query locks nothing in a subquery, and reads the state at the start of its
 * statement. So an acquisition is a PL/SQL block: it locks the namespace record as seen, and only
 * then starts the {@code UPDATE}, which compares record, generation and slot once more. Both are
 * one request, which the driver commits: a client that freezes leaves no lock behind. The lock is
 * exclusive, as there is no other on a row, so acquisitions of one namespace queue up for the
 * length of a commit; renewals do not touch the record.
 */
class OracleDialect implements JdbcDialect {

  private static final Logger log = LoggerFactory.getLogger(JdbcLeaseStore.class);

  private static final int NO_SUCH_TABLE = 942; // or one that this user may not see

  /** A recovery to a point in time, a flashback and a failover open another incarnation. */
  private static final String INCARNATION =
      "(SELECT TO_CHAR(dbid) || '/' || TO_CHAR(resetlogs_change#) || '/'"
          + " || TO_CHAR(resetlogs_time, 'YYYYMMDDHH24MISS') FROM v$database)";

  /** Known to every user; each database of a Data Guard configuration has another one. */
  private static final String DATABASE = "SYS_CONTEXT('USERENV', 'DB_UNIQUE_NAME')";

  /** No such table, insufficient privileges. */
  private static final Set<Integer> FORBIDDEN = Set.of(NO_SUCH_TABLE, 1031);

  @Override
  public String product() {
    return "Oracle";
  }

  @Override
  public String ddlFile() {
    return "oracle.sql";
  }

  /** The start of the statement. The clock is named once, so that its parts fit together. */
  @Override
  public String now() {
    return "(SELECT EXTRACT(DAY FROM age) * 86400000 + EXTRACT(HOUR FROM age) * 3600000"
        + " + EXTRACT(MINUTE FROM age) * 60000 + FLOOR(EXTRACT(SECOND FROM age) * 1000)"
        + " FROM (SELECT SYS_EXTRACT_UTC(SYSTIMESTAMP) - TIMESTAMP '1970-01-01 00:00:00' AS age"
        + " FROM dual) clock)";
  }

  /**
   * The incarnation, or the database's unique name where the user may not read {@code v$database}.
   * By the name alone, a recovery or flashback of the same database is not noticed.
   */
  @Override
  public String generation(Connection connection) throws SQLException {
    try {
      Command.of("SELECT " + INCARNATION + " AS generation FROM dual")
          .query(connection, row -> row.getString(1));
      return INCARNATION;
    } catch (SQLException e) {
      if (!FORBIDDEN.contains(e.getErrorCode())) {
        throw e;
      }
      log.info(
          "The user may not read v$database ({}): the database's unique name stands for its"
              + " incarnation, so that a recovery in place is not noticed. All users that lease"
              + " from one namespace need the same privileges.",
          e.getMessage());
      return DATABASE;
    }
  }

  @Override
  public String fromNothing() {
    return " FROM dual";
  }

  @Override
  public Command lockedUpdate(Command row, Command update) {
    return Command.of("DECLARE written PLS_INTEGER := 0; BEGIN FOR seen IN (")
        .add(row)
        .add(" FOR UPDATE) LOOP ")
        .add(update)
        .add("; written := SQL%ROWCOUNT; END LOOP; ? := written; END;")
        .counting();
  }

  /** {@code FOR UPDATE} is refused in auto-commit, once the commit has closed the cursor. */
  @Override
  public String lockedQuery(String columns, String table, String condition) {
    return "SELECT " + columns + " FROM " + table + " s WHERE " + condition;
  }

  @Override
  public boolean waitsByWriting() {
    return true;
  }

  @Override
  public boolean isMissingTable(SQLException e) {
    return e.getErrorCode() == NO_SUCH_TABLE;
  }
}
