package dev.snowflakeid.stores;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreContract;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestPostgres;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract, for an ordinary role with a pool of its own. */
class PostgresLeaseStoreIT extends LeaseStoreContract {

  private static TestPostgres postgres;
  private static HikariDataSource pool;

  @BeforeAll
  static void startServer() throws SQLException {
    postgres = TestPostgres.start();
    Database database = Sql.role(postgres.create(), "app");
    HikariConfig config = new HikariConfig();
    config.setDataSource(database.dataSource());
    config.setMaximumPoolSize(16);
    pool = new HikariDataSource(config);
  }

  @AfterAll
  static void stopServer() {
    pool.close();
    postgres.close();
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
