package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.jdbc.CreateTable;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** How the tables come into being on any server. */
abstract class SchemaContract {

  /** Creates an empty database. */
  abstract Database create() throws SQLException;

  /** Returns a query for how many of our tables there are. */
  abstract String tables();

  /** Even CREATE TABLE IF NOT EXISTS fails for those who come second at the same moment. */
  @Test
  void shouldLetSeveralStoresCreateTheTablesAtOnce() throws Exception {
    int threads = 8;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      for (int round = 0; round < 10; round++) {
        Database empty = create();
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
        assertEquals("2", Sql.ask(empty, tables()));
      }
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void shouldShowTheDdlWhereItMustNotCreateTables() throws SQLException {
    Database database = create();
    JdbcLeaseStore store =
        JdbcLeaseStore.builder(database.dataSource()).createTable(CreateTable.NEVER).build();

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    assertTrue(failure.getMessage().contains("create-table=never"), failure.getMessage());
    assertEquals("0", Sql.ask(database, tables()));
    Sql.run(database, ddlIn(failure));
    assertEquals("2", Sql.ask(database, tables()));
    assertEquals(1, Leases.on(store).take(0).token());
  }

  @Test
  void shouldRefuseATableOfAnotherShape() throws SQLException {
    Database database = create();
    Sql.run(database, "create table snowflake_lease (id bigint)");
    JdbcLeaseStore store = new JdbcLeaseStore(database.dataSource());

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    assertTrue(failure.getMessage().contains("cannot be used"), failure.getMessage());
    assertTrue(ddlIn(failure)[0].contains("worker_id integer"), failure.getMessage());
  }

  /** Statement by statement, as a person would run it. */
  static String[] ddlIn(LeaseStoreException failure) {
    String message = failure.getMessage();
    return message.substring(message.lastIndexOf(":\n") + 2).strip().split("(?<=;)\n\n", -1);
  }
}
