package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestPostgres;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How the tables come into being. */
class PostgresSchemaIT extends SchemaContract {

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

  @Override
  Database create() throws SQLException {
    return postgres.create();
  }

  @Override
  String tables() {
    return TABLES;
  }

  @Test
  void shouldShowTheDdlWhereItMayNotCreateTables() throws SQLException {
    Database owner = create();
    Database role = Sql.role(owner, "without_create");
    Sql.run(owner, "revoke create on schema public from without_create");
    JdbcLeaseStore store = new JdbcLeaseStore(role.dataSource());

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    assertTrue(failure.getMessage().contains("42501"), failure.getMessage());
    Sql.run(owner, ddlIn(failure));
    Sql.run(
        owner,
        "grant select, insert, update on snowflake_lease, snowflake_lease_record"
            + " to without_create");
    assertEquals(1, Leases.on(store).take(0).token());
  }

  @Test
  void shouldNameTheSchemaThatIsMissing() throws SQLException {
    JdbcLeaseStore store = JdbcLeaseStore.builder(create().dataSource()).schema("absent").build();

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    assertTrue(failure.getMessage().contains("\"absent\""), failure.getMessage());
    assertTrue(failure.getMessage().contains("3F000"), failure.getMessage());
  }

  @Test
  void shouldUseASchemaWithAnOddName() throws SQLException {
    Database database = create();
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
}
