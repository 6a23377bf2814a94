package dev.snowflakeid.stores;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreContract;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.TestMariaDb;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract, for an ordinary user with a pool of their own. */
class MariaDbLeaseStoreIT extends LeaseStoreContract {

  private static TestMariaDb mariaDb;
  private static HikariDataSource pool;

  @BeforeAll
  static void startServer() throws SQLException {
    mariaDb = TestMariaDb.start();
    HikariConfig config = new HikariConfig();
    config.setDataSource(mariaDb.create().dataSource());
    config.setMaximumPoolSize(16);
    pool = new HikariDataSource(config);
  }

  @AfterAll
  static void stopServer() {
    pool.close();
    mariaDb.close();
  }

  @Override
  protected LeaseStore open() {
    return new JdbcLeaseStore(pool);
  }

  @Override
  protected boolean hasGeneration() {
    return true;
  }
}
