package dev.snowflakeid.lease.jdbc;

import dev.snowflakeid.GeneratorContract;
import dev.snowflakeid.lease.LeaseStore;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;

/** The protocol on an in-memory H2. */
class JdbcGeneratorTest extends GeneratorContract {

  private final JdbcConnectionPool pool =
      JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID(), "sa", "");

  @AfterEach
  void dropDatabase() {
    pool.dispose();
  }

  @Override
  protected LeaseStore open() {
    return new JdbcLeaseStore(pool);
  }
}
