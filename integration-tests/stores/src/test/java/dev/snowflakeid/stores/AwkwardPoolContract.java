package dev.snowflakeid.stores;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreContract;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** The contract again, through pools of one connection with the most unsuitable defaults. */
abstract class AwkwardPoolContract extends LeaseStoreContract {

  private final List<HikariDataSource> pools = new ArrayList<>();

  /** Returns the database that all pools lead to. */
  abstract Database database();

  @AfterEach
  void closePools() {
    pools.forEach(HikariDataSource::close);
  }

  @Override
  protected LeaseStore open() {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database().dataSource());
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
