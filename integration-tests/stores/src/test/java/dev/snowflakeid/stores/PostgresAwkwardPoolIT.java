package dev.snowflakeid.stores;

import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestPostgres;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A role whose transactions are serializable by default. */
class PostgresAwkwardPoolIT extends AwkwardPoolContract {

  private static TestPostgres postgres;
  private static Database database;

  @BeforeAll
  static void startServer() throws SQLException {
    postgres = TestPostgres.start();
    database = Sql.role(postgres.create(), "app", "default_transaction_isolation = serializable");
  }

  @AfterAll
  static void stopServer() {
    postgres.close();
  }

  @Override
  Database database() {
    return database;
  }
}
