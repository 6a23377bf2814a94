package dev.snowflakeid.lease.jdbc;

import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;

/**
 * The contract with SQL Server's statements on H2 in its SQL Server mode, which passes over the
 * table hints. It shows that the conditions and the bound's {@code CASE} mean what they should;
 * locks, clock, tables and generation stay unproven.
 */
class SqlServerOnH2Test extends LeaseStoreContract {

  private final JdbcDataSource database = new JdbcDataSource();

  SqlServerOnH2Test() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";MODE=MSSQLServer;DB_CLOSE_DELAY=-1");
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
    JdbcLeaseStoreBuilder builder = JdbcLeaseStore.builder(database);
    builder.dialect = new Dialect();
    return builder.build();
  }

  @Override
  protected boolean hasGeneration() {
    return true;
  }

  private static final class Dialect extends SqlServerDialect {

    private final H2Dialect h2 = new H2Dialect();

    @Override
    public String ddlFile() {
      return h2.ddlFile();
    }

    @Override
    public String now() {
      return h2.now();
    }

    @Override
    public String generation(Connection connection) {
      return "'the only one'";
    }

    @Override
    public boolean isMissingTable(SQLException e) {
      return h2.isMissingTable(e);
    }

    @Override
    public void inspect(Connection connection, String store) throws SQLException {
      h2.inspect(connection, store);
    }
  }
}
