package dev.snowflakeid.lease.jdbc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The contract with Oracle's tables, clock and statements on H2 in its Oracle mode. It shows that
 * the conditions mean what they should; the PL/SQL around an acquisition and Oracle's own reading
 * of all this stay unproven, and so do its generation and the milliseconds of its clock.
 */
public class OracleOnH2Test extends LeaseStoreContract {

  private final JdbcDataSource database = new JdbcDataSource();

  OracleOnH2Test() throws SQLException {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";MODE=Oracle;DB_CLOSE_DELAY=-1");
    execute("CREATE ALIAS sys_extract_utc FOR '" + getClass().getName() + ".utc'");
  }

  /** What H2 lacks; it finds the method by name, in a public class alone. */
  public static LocalDateTime utc(OffsetDateTime time) {
    return time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
  }

  @AfterEach
  void dropDatabase() throws SQLException {
    execute("SHUTDOWN");
  }

  @Override
  protected LeaseStore open() {
    JdbcLeaseStoreBuilder builder = JdbcLeaseStore.builder(database);
    builder.dialect = new Dialect();
    return builder.build();
  }

  /** To the second, as H2's EXTRACT cuts the rest off. */
  @Test
  void shouldReadTheClockInUnixMilliseconds() throws Exception {
    LeaseStore oracle = open();
    oracle.view("orders");

    long before = System.currentTimeMillis() / 1_000 * 1_000;
    long time = oracle.view("orders").storeTime().orElseThrow();

    assertTrue(before <= time && time <= System.currentTimeMillis(), () -> before + " " + time);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static final class Dialect extends OracleDialect {

    /** H2's EXTRACT returns an integer of 32 bits, Oracle's a NUMBER. */
    @Override
    public String now() {
      String days = "EXTRACT(DAY FROM age)";
      return super.now().replace(days, "CAST(" + days + " AS bigint)");
    }

    @Override
    public String generation(Connection connection) {
      return "'the only one'";
    }

    @Override
    public Command lockedUpdate(Command row, Command update) {
      return update;
    }

    @Override
    public boolean isMissingTable(SQLException e) {
      return new H2Dialect().isMissingTable(e);
    }
  }

  @Override
  protected boolean hasGeneration() {
    return true;
  }
}
