package dev.snowflakeid.stores;

import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.GeneratorContract;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.TestPostgres;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The protocol on PostgreSQL. */
class PostgresGeneratorIT extends GeneratorContract {

  private static TestPostgres postgres;
  private static HikariDataSource pool;

  @BeforeAll
  static void start() throws SQLException {
    postgres = TestPostgres.start();
    pool = new HikariDataSource();
    pool.setDataSource(postgres.create().dataSource());
    pool.setMaximumPoolSize(20);
  }

  @AfterAll
  static void stop() {
    pool.close();
    postgres.close();
  }

  @Override
  protected LeaseStore open() {
    return new JdbcLeaseStore(pool);
  }
}
