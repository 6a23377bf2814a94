package dev.snowflakeid.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AdminPostgresIT extends AdminContract {

  private static final String PASSWORD = "no-message-shows-this";

  private static TestPostgres postgres;
  private static Database database;

  @BeforeAll
  static void start() throws SQLException {
    postgres = TestPostgres.start();
    database = postgres.create();
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  @Override
  LeaseStore open() {
    return new JdbcLeaseStore(database.dataSource());
  }

  @Override
  AdminCommand command(String namespace) {
    return new AdminCommand(
        List.of(
            "--store=jdbc",
            "--jdbc-url=" + database.jdbcUrl(),
            "--user=" + database.user(),
            "--namespace=" + namespace),
        database.password().isEmpty() ? null : database.password());
  }

  @Test
  void shouldCreateNoTable() throws SQLException {
    Database empty = postgres.create();

    AdminCommand.Result refused =
        new AdminCommand(
                List.of("--store=jdbc", "--jdbc-url=" + empty.jdbcUrl(), "--user=" + empty.user()),
                empty.password())
            .run("leases");

    assertEquals(1, refused.exit(), refused::all);
    try (Connection connection = empty.dataSource().getConnection();
        var tables = connection.getMetaData().getTables(null, "public", "%", null)) {
      assertFalse(tables.next());
    }
  }

  @Test
  void shouldShowNoPasswordWhateverFails() throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create role stranger login password '" + PASSWORD + "'");
    }
    for (String url :
        List.of(
            database.jdbcUrl(),
            database.jdbcUrl() + "?password=" + PASSWORD,
            "jdbc:postgresql://127.0.0.1:1/none?password=" + PASSWORD,
            "jdbc:nothing:" + PASSWORD)) {
      AdminCommand.Result refused =
          new AdminCommand(
                  List.of("--store=jdbc", "--jdbc-url=" + url, "--user=stranger"), PASSWORD)
              .run("leases");

      assertEquals(1, refused.exit(), refused::all);
      assertFalse(refused.all().contains(PASSWORD), refused::all);
      assertTrue(refused.err().lines().count() <= 40, refused::all);
    }
  }
}
