package dev.snowflakeid.examples.quickstart;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import javax.sql.DataSource;

/**
 * The lease on a worker id as it stands in the database.
 *
 * @param reservedUntil ids with this timestamp or a later one need a renewal first
 * @param releasedAt where the next holder of a lease that was given back may start
 */
record LeaseRow(
    int worker,
    String owner,
    long token,
    Instant reservedUntil,
    Instant expiresAt,
    boolean released,
    Instant releasedAt) {

  private static final String SELECT =
      """
      select owner, token, high_water, expires_at, coalesce(nonce = closed_nonce, false), released_at
      from snowflake_lease
      where namespace = 'default' and worker_id = ?
      """;

  static LeaseRow read(DataSource dataSource, int worker) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(SELECT)) {
      statement.setInt(1, worker);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw new IllegalStateException("no lease in the database: worker=" + worker);
        }
        return new LeaseRow(
            worker,
            row.getString(1),
            row.getLong(2),
            Instant.ofEpochMilli(row.getLong(3)),
            Instant.ofEpochMilli(row.getLong(4)),
            row.getBoolean(5),
            Instant.ofEpochMilli(row.getLong(6)));
      }
    }
  }
}
