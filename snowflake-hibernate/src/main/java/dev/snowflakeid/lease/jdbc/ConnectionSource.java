package dev.snowflakeid.lease.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Where the store gets its connections. Each call of the store obtains one and releases it before
 * it returns, with auto-commit, read-only flag, isolation level and network timeout as they were.
 */
public interface ConnectionSource {

  /**
   * Lends a connection that is in no transaction, neither a local nor a managed one.
   *
   * @throws SQLException if there is none within the source's own time limit
   */
  Connection obtain() throws SQLException;

  /** Takes a connection back, a broken one too. */
  void release(Connection connection) throws SQLException;

  /** Connections of a data source; it stays open. */
  static ConnectionSource of(DataSource dataSource) {
    return new ConnectionSource() {
      @Override
      public Connection obtain() throws SQLException {
        return dataSource.getConnection();
      }

      @Override
      public void release(Connection connection) throws SQLException {
        connection.close();
      }
    };
  }
}
