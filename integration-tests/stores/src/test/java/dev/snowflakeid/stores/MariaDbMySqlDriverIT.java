package dev.snowflakeid.stores;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreContract;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestMariaDb;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract through MySQL's driver, in the way that counts changed rows, not found ones. */
class MariaDbMySqlDriverIT extends LeaseStoreContract {

  private static TestMariaDb mariaDb;
  private static HikariDataSource pool;

  @BeforeAll
  static void startServer() throws SQLException {
    mariaDb = TestMariaDb.start();
    Database database = mariaDb.create();
    MysqlDataSource driver = new MysqlDataSource();
    driver.setUrl(database.jdbcUrl().replace("jdbc:mariadb:", "jdbc:mysql:"));
    driver.setUser(database.user());
    driver.setPassword(database.password());
    driver.setUseAffectedRows(true);
    HikariConfig config = new HikariConfig();
    config.setDataSource(driver);
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
