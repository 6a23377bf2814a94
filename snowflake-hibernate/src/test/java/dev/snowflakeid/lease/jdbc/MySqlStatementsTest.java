package dev.snowflakeid.lease.jdbc;

import static dev.snowflakeid.lease.jdbc.Statements.ADMISSION;
import static dev.snowflakeid.lease.jdbc.Statements.RECORD;
import static dev.snowflakeid.lease.jdbc.Statements.SEEN;
import static dev.snowflakeid.lease.jdbc.Statements.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The statements for MySQL in full, since no test here runs them on it. */
class MySqlStatementsTest {

  private static final String NOW =
      "(TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000)";

  private final MySqlDialect dialect = new MySqlDialect();
  private final LeaseSql sql = new LeaseSql(dialect, "`ids`.", "@@GLOBAL.server_uuid");

  @ParameterizedTest
  @CsvSource({
    "PostgreSQL, 18.4, PostgreSqlDialect",
    "H2, 2.5.252, H2Dialect",
    "MariaDB, 10.11.19-MariaDB, MariaDbDialect",
    "MySQL, 8.4.6, MySqlDialect",
    "MySQL, 10.11.19-MariaDB-0+deb12u1, MariaDbDialect",
    "MySQL, 5.5.5-10.11.19-MariaDB, MariaDbDialect",
    "Microsoft SQL Server, 16.00.4135, SqlServerDialect",
    "Oracle, Oracle Database 19c Enterprise Edition, OracleDialect"
  })
  void shouldChooseTheDialectByTheServerNotByTheDriver(
      String product, String version, String expected) throws SQLException {
    assertEquals(expected, JdbcDialect.of(metaData(product, version)).getClass().getSimpleName());
  }

  @Test
  void shouldView() {
    assertText(
        """
        SELECT c.store_now, c.generation, r.version AS record_version, r.record_value,
        s.worker_id, s.high_water, s.token, s.version AS slot_version, s.nonce, s.expires_at,
        s.closed_nonce, s.released_at, s.owner
        FROM (SELECT NOW AS store_now, @@GLOBAL.server_uuid AS generation FROM dual) c
        LEFT JOIN `ids`.snowflake_lease_record r ON r.namespace = ? AND r.record_name = ?
        LEFT JOIN `ids`.snowflake_lease s ON s.namespace = r.namespace
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
        FROM `ids`.snowflake_lease s WHERE s.namespace = ? AND s.worker_id = ? FOR UPDATE
        """,
        sql.lockedSlot("orders", 3));
  }

  @Test
  void shouldAcquire() {
    assertText(
        """
        UPDATE `ids`.snowflake_lease SET version = version + 1, token = token + ?,
        nonce = ?, owner = ?, expires_at = NOW + ?,
        high_water = GREATEST(high_water, LEAST(?, NOW + ?))
        WHERE namespace = ? AND worker_id = ? AND token = ? AND version = ? AND nonce = ?
        AND 1 = 1 AND expires_at <= NOW AND ? BETWEEN NOW - ? AND NOW + ?
        AND EXISTS (SELECT 1 FROM `ids`.snowflake_lease_record
        WHERE namespace = ? AND record_name = ? AND version = ? AND record_value = ?
        LOCK IN SHARE MODE) AND @@GLOBAL.server_uuid = ?
        """,
        sql.acquire(WRITE, ADMISSION));
  }

  @Test
  void shouldRenew() {
    assertText(
        """
        UPDATE `ids`.snowflake_lease SET version = version + 1, token = token + ?,
        nonce = ?, owner = ?, expires_at = NOW + ?,
        high_water = GREATEST(high_water, LEAST(?, NOW + ?))
        WHERE namespace = ? AND worker_id = ? AND token = ? AND version = ? AND nonce = ?
        AND 1 = 1 AND expires_at > NOW
        """,
        sql.renew(WRITE, null));
  }

  @Test
  void shouldRevive() {
    assertText(
        """
        UPDATE `ids`.snowflake_lease SET version = version + 1, token = token + ?,
        nonce = ?, owner = ?, expires_at = NOW + ?,
        high_water = GREATEST(high_water, LEAST(?, NOW + ?))
        WHERE namespace = ? AND worker_id = ? AND token = ? AND version = ? AND nonce = ?
        AND 1 = 1 AND ? BETWEEN NOW - ? AND NOW + ?
        AND EXISTS (SELECT 1 FROM `ids`.snowflake_lease_record
        WHERE namespace = ? AND record_name = ? AND version = ? AND record_value = ?
        LOCK IN SHARE MODE) AND @@GLOBAL.server_uuid = ?
        """,
        sql.renew(WRITE, ADMISSION));
  }

  @Test
  void shouldRelease() {
    assertText(
        """
        UPDATE `ids`.snowflake_lease SET version = version + 1, expires_at = 0,
        nonce = ?, closed_nonce = ?, released_at = ?
        WHERE namespace = ? AND worker_id = ? AND token = ? AND version = ? AND nonce = ?
        AND 1 = 1
        """,
        sql.release("orders", SEEN, "nonce-1", 7));
  }

  @Test
  void shouldCreateASlot() {
    assertText(
        """
        INSERT INTO `ids`.snowflake_lease (namespace, high_water, token, version, nonce,
        expires_at, released_at, worker_id) VALUES (?, 0, 0, 0, ?, 0, 0, ?)
        """,
        sql.insertVacantSlots("orders"));
  }

  @Test
  void shouldWriteARecord() {
    assertText(
        """
        INSERT INTO `ids`.snowflake_lease_record (namespace, record_name, version, record_value)
        SELECT ?, ?, 1, ? FROM dual WHERE 1 = 1
        AND NOT EXISTS (SELECT 1 FROM `ids`.snowflake_lease_record
        WHERE namespace = ? AND record_name = ?) AND @@GLOBAL.server_uuid = ?
        """,
        sql.insertRecord("orders", "namespace", "state=OK", "uuid"));
    assertText(
        """
        UPDATE `ids`.snowflake_lease_record SET version = version + 1, record_value = ?
        WHERE namespace = ? AND record_name = ? AND version = ? AND record_value = ?
        AND 1 = 1 AND @@GLOBAL.server_uuid = ?
        """,
        sql.updateRecord("orders", "namespace", RECORD, "state=PENDING", "uuid"));
    assertText(
        """
        SELECT version AS record_version, record_value FROM `ids`.snowflake_lease_record
        WHERE namespace = ? AND record_name = ?
        """,
        sql.namedRecord("orders", "namespace"));
  }

  /** Assignments are made from left to right, and each sees those before it. */
  @Test
  void shouldReadNoColumnBehindItsOwnAssignment() {
    List<Command> updates =
        List.of(
            sql.acquire(WRITE, ADMISSION),
            sql.renew(WRITE, null),
            sql.release("orders", SEEN, "nonce-1", 7),
            sql.updateRecord("orders", "namespace", RECORD, "state=PENDING", null));
    for (Command update : updates) {
      String set = update.toString().replaceFirst(".* SET (.*?) WHERE .*", "$1");
      List<String> assigned = new ArrayList<>();
      for (MatchResult column : Pattern.compile("(\\w+) = ").matcher(set).results().toList()) {
        int from = column.end();
        int next = set.indexOf(" = ", from);
        String expression = set.substring(from, next < 0 ? set.length() : next);
        for (String before : assigned) {
          assertFalse(expression.matches(".*\\b" + before + "\\b.*"), () -> before + ": " + set);
        }
        assigned.add(column.group(1));
      }
      assertTrue(assigned.size() >= 2, set);
    }
  }

  @Test
  void shouldTellMissingTablesFromOtherErrors() {
    assertTrue(dialect.isMissingTable(new SQLException("no such table", "42S02", 1146)));
    assertTrue(dialect.isMissingTable(new SQLException("unknown database", "42000", 1049)));
    assertFalse(dialect.isMissingTable(new SQLException("access denied", "42000", 1142)));
    assertFalse(dialect.isMissingTable(new SQLException("unknown column", "42S22", 1054)));
  }

  private void assertText(String expected, Command command) {
    assertEquals(NOW, dialect.now());
    Statements.assertText(expected, dialect, command);
  }

  private static DatabaseMetaData metaData(String product, String version) {
    return (DatabaseMetaData)
        Proxy.newProxyInstance(
            DatabaseMetaData.class.getClassLoader(),
            new Class<?>[] {DatabaseMetaData.class},
            (self, method, arguments) ->
                method.getName().equals("getDatabaseProductName") ? product : version);
  }
}
