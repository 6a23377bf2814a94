package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.jdbc.CreateTable;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestMariaDb;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How the tables come into being, on a server with unsuitable defaults. */
class MariaDbSchemaIT {

  private static final String OURS =
      " from information_schema.tables where table_schema = database()"
          + " and table_name like 'snowflake_lease%'";
  private static final String TABLES = "select count(*)" + OURS;

  private static TestMariaDb mariaDb;

  @BeforeAll
  static void startServer() {
    mariaDb =
        TestMariaDb.start(
            "--default-storage-engine=MyISAM", "--character-set-server=latin1", "--sql-mode=");
  }

  @AfterAll
  static void stopServer() {
    mariaDb.close();
  }

  @Test
  void shouldLetSeveralStoresCreateTheTablesAtOnce() throws Exception {
    int threads = 8;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      for (int round = 0; round < 10; round++) {
        Database empty = mariaDb.create();
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Future<List<Slot>>> views = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          views.add(
              executor.submit(
                  () -> {
                    JdbcLeaseStore store = new JdbcLeaseStore(empty.dataSource());
                    start.await();
                    return store.view("orders").slots();
                  }));
        }
        for (Future<List<Slot>> view : views) {
          assertEquals(List.of(), view.get());
        }
        assertEquals("2", Sql.ask(empty, TABLES));
      }
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void shouldCreateTransactionalTablesThatCompareDigitForDigit() throws SQLException {
    Database database = mariaDb.create();
    new JdbcLeaseStore(database.dataSource()).view("orders");

    assertEquals(
        "InnoDB/utf8mb4_nopad_bin*2",
        Sql.ask(
            database,
            "select concat(engine, '/', table_collation, '*', count(*))"
                + OURS
                + " group by engine, table_collation"));
  }

  @Test
  void shouldShowTheDdlWhereItMustNotCreateTables() throws SQLException {
    Database database = mariaDb.create();
    JdbcLeaseStore store =
        JdbcLeaseStore.builder(database.dataSource()).createTable(CreateTable.NEVER).build();

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    assertTrue(failure.getMessage().contains("create-table=never"), failure.getMessage());
    assertEquals("0", Sql.ask(database, TABLES));
    Sql.run(database, ddlIn(failure));
    assertEquals("2", Sql.ask(database, TABLES));
    assertEquals(1, Leases.on(store).take(0).token());
  }

  @Test
  void shouldShowTheDdlWhereItMayNotCreateTables() throws SQLException {
    Database owner = mariaDb.create();
    Database administrator = mariaDb.administrator(owner);
    Sql.run(administrator, "revoke create on %1$s.* from %1$s".formatted(owner.user()));
    JdbcLeaseStore store = new JdbcLeaseStore(owner.dataSource());

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    assertTrue(failure.getMessage().contains("CREATE command denied"), failure.getMessage());
    Sql.run(administrator, ddlIn(failure));
    assertEquals(1, Leases.on(store).take(0).token());
  }

  @Test
  void shouldNameTheSchemaThatIsMissing() throws SQLException {
    Database administrator = mariaDb.administrator(mariaDb.create());
    JdbcLeaseStore store =
        JdbcLeaseStore.builder(administrator.dataSource()).schema("absent").build();

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    assertTrue(failure.getMessage().contains("Unknown database 'absent'"), failure.getMessage());
    assertTrue(failure.getMessage().contains("are missing"), failure.getMessage());
  }

  @Test
  void shouldUseASchemaWithAnOddName() throws SQLException {
    Database administrator = mariaDb.administrator(mariaDb.create());
    Sql.run(administrator, "create database `My ``odd\"; schema-1? ü`");
    JdbcLeaseStore store =
        JdbcLeaseStore.builder(administrator.dataSource()).schema("My `odd\"; schema-1? ü").build();

    Slot taken = Leases.on(store).take(1);

    assertEquals(
        taken.nonce(),
        Sql.ask(
            administrator,
            "select nonce from `My ``odd\"; schema-1? ü`.snowflake_lease where worker_id = 1"));
  }

  @Test
  void shouldRefuseATableOfAnotherShape() throws SQLException {
    Database database = mariaDb.create();
    Sql.run(database, "create table snowflake_lease (id bigint)");
    JdbcLeaseStore store =
        JdbcLeaseStore.builder(database.dataSource()).createTable(CreateTable.AUTO).build();

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    assertTrue(failure.getMessage().contains("cannot be used"), failure.getMessage());
    assertTrue(ddlIn(failure)[0].contains("worker_id integer"), failure.getMessage());
  }

  /** Statement by statement, as a person would run it. */
  private static String[] ddlIn(LeaseStoreException failure) {
    String message = failure.getMessage();
    return message.substring(message.lastIndexOf(":\n") + 2).strip().split("(?<=;)\n\n", -1);
  }
}
