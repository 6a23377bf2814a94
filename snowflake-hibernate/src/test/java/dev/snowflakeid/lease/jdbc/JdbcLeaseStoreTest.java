package dev.snowflakeid.lease.jdbc;

import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;

/** The contract on an in-memory H2, each test with an empty database. */
class JdbcLeaseStoreTest extends LeaseStoreContract {

  private final JdbcDataSource database = new JdbcDataSource();

  JdbcLeaseStoreTest() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
  }

  @AfterEach
  void dropDatabase() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("SHUTDOWN");
    }
  }

  @Override
  protected LeaseStore open() {
    return new JdbcLeaseStore(database);
  }
}
