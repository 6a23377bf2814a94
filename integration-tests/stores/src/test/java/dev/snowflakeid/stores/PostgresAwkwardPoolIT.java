package dev.snowflakeid.stores;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreContract;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestPostgres;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** The contract again, through pools of one connection with the most unsuitable defaults. */
class PostgresAwkwardPoolIT extends LeaseStoreContract {

  private static TestPostgres postgres;
  private static Database database;

  private final List<HikariDataSource> pools = new ArrayList<>();

  @BeforeAll
  static void startServer() throws SQLException {
    postgres = TestPostgres.start();
    database = Sql.role(postgres.create(), "app", "default_transaction_isolation = serializable");
  }

  @AfterAll
  static void stopServer() {
    postgres.close();
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
