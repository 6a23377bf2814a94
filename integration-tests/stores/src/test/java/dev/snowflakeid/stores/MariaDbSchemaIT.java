package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestMariaDb;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How the tables come into being, on a server with unsuitable defaults. */
class MariaDbSchemaIT extends SchemaContract {

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

  @Override
  Database create() throws SQLException {
    return mariaDb.create();
  }

  @Override
  String tables() {
    return TABLES;
  }

  @Test
  void shouldCreateTransactionalTablesThatCompareDigitForDigit() throws SQLException {
    Database database = create();
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
  void shouldShowTheDdlWhereItMayNotCreateTables() throws SQLException {
    Database owner = create();
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
    Database administrator = mariaDb.administrator(create());
    JdbcLeaseStore store =
        JdbcLeaseStore.builder(administrator.dataSource()).schema("absent").build();

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    assertTrue(failure.getMessage().contains("Unknown database 'absent'"), failure.getMessage());
    assertTrue(failure.getMessage().contains("are missing"), failure.getMessage());
  }

  @Test
  void shouldUseASchemaWithAnOddName() throws SQLException {
    Database administrator = mariaDb.administrator(create());
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
}
