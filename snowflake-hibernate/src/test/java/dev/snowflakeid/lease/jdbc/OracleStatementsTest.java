package dev.snowflakeid.lease.jdbc;

import static dev.snowflakeid.lease.jdbc.Statements.ADMISSION;
import static dev.snowflakeid.lease.jdbc.Statements.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The statements for Oracle that differ from MySQL's, since no test runs them on it. */
class OracleStatementsTest {

  private static final String UPDATE =
      """
      UPDATE "IDS".snowflake_lease SET version = version + 1, token = token + ?,
      nonce = ?, owner = ?, expires_at = NOW + ?,
      high_water = GREATEST(high_water, LEAST(?, NOW + ?))
      WHERE namespace = ? AND worker_id = ? AND token = ? AND version = ? AND nonce = ?
      AND 1 = 1\
      """;

  private final OracleDialect dialect = new OracleDialect();
  private final LeaseSql sql = new LeaseSql(dialect, "\"IDS\".", "INCARNATION");

  @Test
  void shouldReadTheServersClockInUtcOnce() {
    assertEquals(
        "(SELECT EXTRACT(DAY FROM age) * 86400000 + EXTRACT(HOUR FROM age) * 3600000"
            + " + EXTRACT(MINUTE FROM age) * 60000 + FLOOR(EXTRACT(SECOND FROM age) * 1000)"
            + " FROM (SELECT SYS_EXTRACT_UTC(SYSTIMESTAMP) - TIMESTAMP '1970-01-01 00:00:00'"
            + " AS age FROM dual) clock)",
        dialect.now());
  }

  @Test
  void shouldView() {
    assertText(
        """
        SELECT c.store_now, c.generation, r.version AS record_version, r.record_value,
        s.worker_id, s.high_water, s.token, s.version AS slot_version, s.nonce, s.expires_at,
        s.closed_nonce, s.released_at, s.owner
        FROM (SELECT NOW AS store_now, INCARNATION AS generation FROM dual) c
        LEFT JOIN "IDS".snowflake_lease_record r ON r.namespace = ? AND r.record_name = ?
        LEFT JOIN "IDS".snowflake_lease s ON s.namespace = r.namespace
        ORDER BY s.worker_id
        """,
        sql.view("orders"));
  }

  @Test
  void shouldWaitForWritesUnderWayByOneThatChangesNothing() {
    assertText(
        """
        UPDATE "IDS".snowflake_lease SET version = version WHERE namespace = ? AND worker_id = ?
        """,
        sql.barrier("orders", 3).orElseThrow());
    assertText(
        """
        SELECT NOW AS store_now, s.worker_id, s.high_water, s.token, s.version AS slot_version,
        s.nonce, s.expires_at, s.closed_nonce, s.released_at, s.owner
        FROM "IDS".snowflake_lease s WHERE s.namespace = ? AND s.worker_id = ?
        """,
        sql.lockedSlot("orders", 3));
  }

  @Test
  void shouldLockTheNamespaceRecordAndCompareItAgainInOneBlock() {
    assertText(
        "DECLARE written PLS_INTEGER := 0; BEGIN FOR seen IN ("
            + "SELECT 1 AS one FROM \"IDS\".snowflake_lease_record"
            + " WHERE namespace = ? AND record_name = ? AND version = ? AND record_value = ?"
            + " FOR UPDATE) LOOP "
            + UPDATE
            + " AND expires_at <= NOW AND ? BETWEEN NOW - ? AND NOW + ?"
            + " AND EXISTS (SELECT 1 FROM \"IDS\".snowflake_lease_record"
            + " WHERE namespace = ? AND record_name = ? AND version = ? AND record_value = ?)"
            + " AND INCARNATION = ?; written := SQL%ROWCOUNT; END LOOP; ? := written; END;",
        sql.acquire(WRITE, ADMISSION));
  }

  @Test
  void shouldRenewInOneUpdate() {
    assertText(UPDATE + " AND expires_at > NOW", sql.renew(WRITE, null));
  }

  @Test
  void shouldBindTheValuesInTheOrderOfTheTextAndReturnTheBlocksCount() throws SQLException {
    List<String> calls = new ArrayList<>();
    Command acquire = sql.acquire(WRITE, ADMISSION);

    assertEquals(1, acquire.update(recording(calls)));

    long parameters = acquire.toString().chars().filter(c -> c == '?').count();
    assertEquals(24, parameters);
    assertEquals(
        List.of(
            "prepareCall",
            "setObject[1, orders]",
            "setObject[2, namespace]",
            "setObject[3, 1]",
            "setObject[4, state=OK]",
            "setObject[5, 1]",
            "setObject[6, nonce-1]",
            "setObject[7, host-1]",
            "setObject[8, 15000]",
            "setObject[9, 20000]",
            "setObject[10, 19000]",
            "setObject[11, orders]",
            "setObject[12, 3]",
            "setObject[13, 0]",
            "setObject[14, 0]",
            "setObject[15, -]",
            "setObject[16, 5000]",
            "setObject[17, 2000]",
            "setObject[18, 2000]",
            "setObject[19, orders]",
            "setObject[20, namespace]",
            "setObject[21, 1]",
            "setObject[22, state=OK]",
            "setObject[23, uuid]",
            "registerOutParameter[24, " + Types.INTEGER + "]",
            "execute",
            "getInt[24]"),
        calls);
  }

  @Test
  void shouldTellMissingTablesAndTakenKeysFromOtherErrors() {
    assertTrue(dialect.isMissingTable(new SQLException("ORA-00942", "42000", 942)));
    assertFalse(dialect.isMissingTable(new SQLException("ORA-00904", "42000", 904)));
    assertTrue(dialect.isUnusableTable(new SQLException("ORA-00904", "42000", 904)));
    assertTrue(dialect.isLostRace(new SQLException("ORA-00001", "23000", 1)));
    assertFalse(dialect.isLostRace(new SQLException("ORA-00060", "61000", 60)));
  }

  private void assertText(String expected, Command command) {
    Statements.assertText(expected, dialect, command);
  }

  /** A connection that notes what is called on its statement; the block counts one row. */
  private static Connection recording(List<String> calls) {
    InvocationHandler statement =
        (self, method, arguments) ->
            switch (method.getName()) {
              case "getQueryTimeout" -> 0;
              case "setQueryTimeout", "close" -> null;
              default -> {
                calls.add(method.getName() + (arguments == null ? "" : Arrays.toString(arguments)));
                yield method.getReturnType() == int.class ? (Object) 1 : (Object) Boolean.FALSE;
              }
            };
    CallableStatement call = proxy(CallableStatement.class, statement);
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          calls.add(method.getName());
          return call;
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
