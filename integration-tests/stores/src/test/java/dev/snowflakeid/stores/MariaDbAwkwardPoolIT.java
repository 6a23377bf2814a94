package dev.snowflakeid.stores;

import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestMariaDb;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A server whose defaults are unsuitable, too. */
class MariaDbAwkwardPoolIT extends AwkwardPoolContract {

  private static TestMariaDb mariaDb;
  private static Database database;

  @BeforeAll
  static void startServer() throws SQLException {
    mariaDb =
        TestMariaDb.start(
            "--transaction-isolation=SERIALIZABLE",
            "--autocommit=0",
            "--sql-mode=ANSI",
            "--default-storage-engine=MyISAM",
            "--log-bin",
            "--binlog-format=MIXED");
    database = mariaDb.create();
  }

  @AfterAll
  static void stopServer() {
    mariaDb.close();
  }

  @Override
  Database database() {
    return database;
  }
}
