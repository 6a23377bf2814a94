package dev.snowflakeid.lease.jdbc;

import static dev.snowflakeid.lease.jdbc.Statements.ADMISSION;
import static dev.snowflakeid.lease.jdbc.Statements.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The statements for SQL Server that differ from MySQL's, since no test runs them on it. */
class SqlServerStatementsTest {

  private final SqlServerDialect dialect = new SqlServerDialect();
  private final LeaseSql sql = new LeaseSql(dialect, "\"ids\".", "FORK");

  @Test
  void shouldReadTheServersClockInUtc() {
    assertEquals(
        "DATEDIFF_BIG(MILLISECOND, CAST('1970-01-01T00:00:00' AS datetime2), SYSUTCDATETIME())",
        dialect.now());
  }

  @Test
  void shouldView() {
    assertText(
        """
        SELECT c.store_now, c.generation, r.version AS record_version, r.record_value,
        s.worker_id, s.high_water, s.token, s.version AS slot_version, s.nonce, s.expires_at,
        s.closed_nonce, s.released_at, s.owner
        FROM (SELECT NOW AS store_now, FORK AS generation) c
        LEFT JOIN "ids".snowflake_lease_record r ON r.namespace = ? AND r.record_name = ?
        LEFT JOIN "ids".snowflake_lease s ON s.namespace = r.namespace
        ORDER BY s.worker_id
        """,
        sql.view("orders"));
  }

  @Test
  void shouldReadBackUnderALock() {
    assertText(
        """
        SELECT NOW AS store_now, s.worker_id, s.high_water, s.token, s.version AS slot_version,
        s.nonce, s.expires_at, s.closed_nonce, s.released_at, s.owner
        FROM "ids".snowflake_lease s WITH (UPDLOCK, ROWLOCK)
        WHERE s.namespace = ? AND s.worker_id = ?
        """,
        sql.lockedSlot("orders", 3));
    assertTrue(sql.barrier("orders", 3).isEmpty());
  }

  @Test
  void shouldHoldTheNamespaceRecordFromItsComparisonToTheCommit() {
    assertText(
        """
        UPDATE "ids".snowflake_lease SET version = version + 1, token = token + ?,
        nonce = ?, owner = ?, expires_at = NOW + ?,
        high_water = CASE WHEN high_water >= ? OR high_water >= NOW + ? THEN high_water
        WHEN ? <= NOW + ? THEN ? ELSE NOW + ? END
        WHERE namespace = ? AND worker_id = ? AND token = ? AND version = ? AND nonce = ?
        AND 1 = 1 AND expires_at <= NOW AND ? BETWEEN NOW - ? AND NOW + ?
        AND EXISTS (SELECT 1 FROM "ids".snowflake_lease_record WITH (REPEATABLEREAD, ROWLOCK)
        WHERE namespace = ? AND record_name = ? AND version = ? AND record_value = ?)
        AND FORK = ?
        """,
        sql.acquire(WRITE, ADMISSION));
  }

  @Test
  void shouldWriteARecordWithoutATableToSelectFrom() {
    assertText(
        """
        INSERT INTO "ids".snowflake_lease_record (namespace, record_name, version, record_value)
        SELECT ?, ?, 1, ? WHERE 1 = 1
        AND NOT EXISTS (SELECT 1 FROM "ids".snowflake_lease_record
        WHERE namespace = ? AND record_name = ?)
        """,
        sql.insertRecord("orders", "namespace", "state=OK", null));
  }

  /** With {@code xopenStates=true} the driver reports a taken key as an access violation. */
  @Test
  void shouldTellErrorsByTheirNumbersWhateverTheDriverMakesOfThem() {
    assertTrue(dialect.isLostRace(new SQLException("primary key", "23000", 2627)));
    assertTrue(dialect.isLostRace(new SQLException("primary key", "42000", 2627)));
    assertTrue(dialect.isLostRace(new SQLException("unique index", "42000", 2601)));
    assertFalse(dialect.isLostRace(new SQLException("deadlock", "40001", 1205)));
    assertTrue(dialect.isMissingTable(new SQLException("invalid object", "S0002", 208)));
    assertTrue(dialect.isMissingTable(new SQLException("invalid object", "42S02", 208)));
    assertFalse(dialect.isMissingTable(new SQLException("invalid column", "S0001", 207)));
    assertTrue(dialect.isUnusableTable(new SQLException("invalid column", "S0001", 207)));
    assertTrue(dialect.isUnusableTable(new SQLException("permission denied", "S0005", 229)));
    assertFalse(dialect.isUnusableTable(new SQLException("deadlock", "40001", 1205)));
  }

  private void assertText(String expected, Command command) {
    Statements.assertText(expected, dialect, command);
  }
}
