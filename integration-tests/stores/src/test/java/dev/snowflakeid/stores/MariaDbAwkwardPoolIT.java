package dev.snowflakeid.stores;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreContract;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestMariaDb;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** The contract again, through pools of one connection with the most unsuitable defaults. */
class MariaDbAwkwardPoolIT extends LeaseStoreContract {

  private static TestMariaDb mariaDb;
  private static Database database;

  private final List<HikariDataSource> pools = new ArrayList<>();

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

  @AfterEach
  void closePools() {
    pools.forEach(HikariDataSource::close);
  }

  @Override
  protected LeaseStore open() {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database.dataSource());
    config.setMaximumPoolSize(1);
    config.setAutoCommit(false);
    config.setReadOnly(true);
    HikariDataSource pool = new HikariDataSource(config);
    pools.add(pool);
    return new JdbcLeaseStore(pool);
  }

  @Override
  protected boolean hasGeneration() {
    return true;
  }
}
