package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.jdbc.CreateTable;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestPostgres;
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

/** How the tables come into being. */
class PostgresSchemaIT {

  private static final String TABLES =
      "select count(*) from pg_tables where tablename like 'snowflake_lease%'";

  private static TestPostgres postgres;

  @BeforeAll
  static void startServer() {
    postgres = TestPostgres.start();
  }

  @AfterAll
  static void stopServer() {
    postgres.close();
  }

  /** Even CREATE TABLE IF NOT EXISTS fails for those who come second at the same moment. */
  @Test
  void shouldLetSeveralStoresCreateTheTablesAtOnce() throws Exception {
    int threads = 8;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      for (int round = 0; round < 10; round++) {
        Database empty = postgres.create();
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
  void shouldShowTheDdlWhereItMustNotCreateTables() throws SQLException {
    Database database = postgres.create();
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
    Database owner = postgres.create();
    Database role = Sql.role(owner, "without_create");
    Sql.run(owner, "revoke create on schema public from without_create");
    JdbcLeaseStore store = new JdbcLeaseStore(role.dataSource());

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    assertTrue(failure.getMessage().contains("42501"), failure.getMessage());
    Sql.run(
        owner,
        ddlIn(failure),
        "grant select, insert, update on snowflake_lease, snowflake_lease_record"
            + " to without_create");
    assertEquals(1, Leases.on(store).take(0).token());
  }

  @Test
  void shouldNameTheSchemaThatIsMissing() throws SQLException {
    JdbcLeaseStore store =
        JdbcLeaseStore.builder(postgres.create().dataSource()).schema("absent").build();

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    assertTrue(failure.getMessage().contains("\"absent\""), failure.getMessage());
    assertTrue(failure.getMessage().contains("3F000"), failure.getMessage());
  }

  @Test
  void shouldUseASchemaWithAnOddName() throws SQLException {
    Database database = postgres.create();
    Sql.run(database, "create schema \"My \"\"odd\"\"; schema-1? ü\"");
    JdbcLeaseStore store =
        JdbcLeaseStore.builder(database.dataSource()).schema("My \"odd\"; schema-1? ü").build();

    Slot taken = Leases.on(store).take(1);

    assertEquals(
        taken.nonce(),
        Sql.ask(
            database,
            "select nonce from \"My \"\"odd\"\"; schema-1? ü\".snowflake_lease"
                + " where worker_id = 1"));
    assertTrue(store.describe().endsWith("schema My \"odd\"; schema-1? ü"), store.describe());
  }

  @Test
  void shouldRefuseATableOfAnotherShape() throws SQLException {
    Database database = postgres.create();
    Sql.run(database, "create table snowflake_lease (id bigint)");
    JdbcLeaseStore store = new JdbcLeaseStore(database.dataSource());

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    assertTrue(failure.getMessage().contains("cannot be used"), failure.getMessage());
    assertTrue(ddlIn(failure).contains("worker_id integer"), failure.getMessage());
  }

  private static String ddlIn(LeaseStoreException failure) {
    String message = failure.getMessage();
    return message.substring(message.lastIndexOf(":\n") + 2);
  }
}
