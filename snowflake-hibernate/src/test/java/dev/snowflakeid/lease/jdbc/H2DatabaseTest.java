package dev.snowflakeid.lease.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.LeaseStoreException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** H2 as an application has it: files, schemas, tables, settings. */
class H2DatabaseTest {

  @Test
  void shouldWarnOnceOfAFileThatAcknowledgesBeforeItWrites(@TempDir Path folder) {
    JdbcLeaseStore store = new JdbcLeaseStore(database("jdbc:h2:file:" + folder.resolve("ids")));

    String log = logOf(() -> assertEquals(List.of(), twice(store)));

    assertEquals(2, log.split("WRITE_DELAY=500 ", -1).length, log);
    assertTrue(log.contains(";WRITE_DELAY=0"), log);
  }

  @Test
  void shouldNotWarnOfAFileThatWritesFirst(@TempDir Path folder) {
    String url = "jdbc:h2:file:" + folder.resolve("ids") + ";WRITE_DELAY=0";

    assertEquals("", logOf(() -> twice(new JdbcLeaseStore(database(url)))));
  }

  @Test
  void shouldNotWarnOfADatabaseInMemory() {
    assertEquals("", logOf(() -> twice(new JdbcLeaseStore(inMemory()))));
  }

  @Test
  void shouldShowTheDdlWhereItMustNotCreateTables() throws SQLException {
    JdbcDataSource database = inMemory();
    JdbcLeaseStore store = JdbcLeaseStore.builder(database).createTable(CreateTable.NEVER).build();

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    String message = failure.getMessage();
    execute(database, message.substring(message.lastIndexOf(":\n") + 2));
    assertEquals(List.of(), store.view("orders").slots());
  }

  @Test
  void shouldWorkForAUserWhoMayOnlyUseTheTables(@TempDir Path folder) throws SQLException {
    JdbcDataSource database = database("jdbc:h2:file:" + folder.resolve("ids"));
    execute(database, "SET DB_CLOSE_DELAY -1");
    new JdbcLeaseStore(database).view("orders");
    execute(database, "CREATE USER app PASSWORD 'app'");
    execute(database, "GRANT SELECT, INSERT, UPDATE ON SCHEMA public TO app");
    JdbcDataSource plain = database("jdbc:h2:file:" + folder.resolve("ids"));
    plain.setUser("app");
    plain.setPassword("app");
    JdbcLeaseStore store = new JdbcLeaseStore(plain);

    String log = logOf(() -> store.initialize("orders", "state=OK", 0, 2_500));

    assertEquals(2_501, store.view("orders").slots().size());
    assertTrue(log.contains("WRITE_DELAY=500 "), log);
    execute(database, "SHUTDOWN");
  }

  @Test
  void shouldUseASchemaWithAnOddName() throws SQLException {
    JdbcDataSource database = inMemory();
    execute(database, "CREATE SCHEMA \"My \"\"odd\"\" schema;1?\"");
    JdbcLeaseStore store = JdbcLeaseStore.builder(database).schema("My \"odd\" schema;1?").build();

    store.initialize("orders", "state=OK", 0, 3);

    assertEquals(4, store.view("orders").slots().size());
    assertEquals(0, new JdbcLeaseStore(database).view("orders").slots().size());
  }

  @Test
  void shouldNameTheSchemaThatIsMissing() {
    JdbcLeaseStore store = JdbcLeaseStore.builder(inMemory()).schema("absent").build();

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    assertTrue(failure.getMessage().contains("\"absent\" not found"), failure.getMessage());
  }

  @Test
  void shouldLeaveTheConnectionsQueryTimeoutAsItWas() throws SQLException {
    try (Connection only = inMemory().getConnection();
        Statement statement = only.createStatement()) {
      statement.setQueryTimeout(17);
      JdbcLeaseStore store = JdbcLeaseStore.builder(new Lender(only)).build();

      store.initialize("orders", "state=OK", 0, 3);

      assertEquals(17, statement.getQueryTimeout());
    }
  }

  /** A high-water mark must not be forgotten because somebody deleted the namespace record. */
  @Test
  void shouldRefuseToRecreateANamespaceWhoseSlotsAreThere() throws SQLException {
    JdbcDataSource database = inMemory();
    JdbcLeaseStore store = new JdbcLeaseStore(database);
    store.initialize("orders", "state=OK", 0, 3);
    execute(database, "DELETE FROM snowflake_lease_record");

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.initialize("orders", "state=OK", 0, 3));

    assertTrue(failure.getMessage().contains("slots but no record"), failure.getMessage());
    assertTrue(store.readRecord("orders", "namespace").isEmpty());
  }

  private static List<?> twice(JdbcLeaseStore store) {
    store.view("orders");
    return store.view("orders").slots();
  }

  private static JdbcDataSource inMemory() {
    return database("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
  }

  private static JdbcDataSource database(String url) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(url);
    return database;
  }

  private static void execute(JdbcDataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** What the store logs, at the default level, through the simple logger. */
  private static String logOf(Runnable task) {
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      task.run();
    } finally {
      System.setErr(before);
    }
    return log.toString(StandardCharsets.UTF_8);
  }
}
