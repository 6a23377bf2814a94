package dev.snowflakeid.lease.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class H2Dialect implements JdbcDialect {

  private static final Logger log = LoggerFactory.getLogger(JdbcLeaseStore.class);

  /** Table not found in three wordings, schema not found. */
  private static final Set<String> MISSING = Set.of("42S02", "42S03", "42S04", "90079");

  private static final String WRITE_DELAY =
      "SELECT setting_value FROM information_schema.settings"
          + " WHERE setting_name = 'WRITE_DELAY' AND DATABASE_PATH() IS NOT NULL";

  @Override
  public String product() {
    return "H2";
  }

  @Override
  public String ddlFile() {
    return "h2.sql";
  }

  @Override
  public String now() {
    // not DATEDIFF, which compares local times and leaves the zones out
    return "CAST(FLOOR(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000) AS BIGINT)";
  }

  @Override
  public @Nullable String generation(Connection connection) {
    return null;
  }

  @Override
  public boolean isMissingTable(SQLException e) {
    return MISSING.contains(e.getSQLState());
  }

  /** By default H2 acknowledges a commit up to half a second before it reaches the file. */
  @Override
  public void inspect(Connection connection, String store) throws SQLException {
    for (String delay : Command.of(WRITE_DELAY).query(connection, row -> row.getString(1))) {
      if (!"0".equals(delay)) {
        log.warn(
            "{}: WRITE_DELAY={} lets a crash lose acknowledged lease writes, and with them the"
                + " uniqueness of ids; append ;WRITE_DELAY=0 to the JDBC URL.",
            store,
            delay);
      }
    }
  }
}
