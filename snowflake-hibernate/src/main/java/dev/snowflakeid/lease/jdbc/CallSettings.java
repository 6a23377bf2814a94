package dev.snowflakeid.lease.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a borrowed connection was set up: it may come from a pool whose defaults are made for
 * transactions.
 */
record CallSettings(boolean autoCommit, boolean readOnly, int isolation, int networkTimeout) {

  private static final Logger log = LoggerFactory.getLogger(JdbcLeaseStore.class);
  private static final int NETWORK_TIMEOUT_MILLIS = 5_000; // a frozen server ignores query timeouts
  private static final int UNSUPPORTED = -1;

  /**
   * Sets what the statements rely on. In READ COMMITTED one that waited for a lock goes on with the
   * row as it is then; higher levels fail instead.
   *
   * @return the settings before
   */
  static CallSettings applyTo(Connection connection) throws SQLException {
    int networkTimeout = limitNetwork(connection);
    boolean autoCommit = connection.getAutoCommit();
    if (!autoCommit) {
      connection.setAutoCommit(true);
    }
    boolean readOnly = connection.isReadOnly();
    if (readOnly) {
      connection.setReadOnly(false);
    }
    int isolation = connection.getTransactionIsolation();
    if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }
    return new CallSettings(autoCommit, readOnly, isolation, networkTimeout);
  }

  /** Never fails a call whose outcome is known; a connection that stays altered is cut off. */
  void restore(Connection connection) {
    try {
      if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
        connection.setTransactionIsolation(isolation);
      }
      if (readOnly) {
        connection.setReadOnly(true);
      }
      if (!autoCommit) {
        connection.setAutoCommit(false);
      }
      if (networkTimeout != UNSUPPORTED) {
        connection.setNetworkTimeout(Runnable::run, networkTimeout);
      }
    } catch (SQLException e) {
      log.debug("A connection could not be set back and is aborted", e);
      abort(connection);
    }
  }

  private static void abort(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      log.debug("A connection could not be aborted", e);
    }
  }

  private static int limitNetwork(Connection connection) throws SQLException {
    try {
      int before = connection.getNetworkTimeout();
      if (before == 0 || before > NETWORK_TIMEOUT_MILLIS) {
        connection.setNetworkTimeout(Runnable::run, NETWORK_TIMEOUT_MILLIS);
      }
      return before;
    } catch (SQLFeatureNotSupportedException e) {
      return UNSUPPORTED;
    }
  }
}
