package dev.snowflakeid.stores;

import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.GeneratorContract;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.TestMariaDb;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The protocol on MariaDB. */
class MariaDbGeneratorIT extends GeneratorContract {

  private static TestMariaDb mariaDb;
  private static HikariDataSource pool;

  @BeforeAll
  static void start() throws SQLException {
    mariaDb = TestMariaDb.start();
    pool = new HikariDataSource();
    pool.setDataSource(mariaDb.create().dataSource());
    pool.setMaximumPoolSize(20);
  }

  @AfterAll
  static void stop() {
    pool.close();
    mariaDb.close();
  }

  @Override
  protected LeaseStore open() {
    return new JdbcLeaseStore(pool);
  }
}
