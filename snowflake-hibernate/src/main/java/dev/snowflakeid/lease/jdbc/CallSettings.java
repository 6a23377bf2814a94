package dev.snowflakeid.lease.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets a borrowed connection up for one call, and back again: it may come from a pool whose
 * defaults are made for something else.
 */
final class CallSettings implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(JdbcLeaseStore.class);
  private static final int NETWORK_TIMEOUT_MILLIS = 5_000; // a frozen server obeys no query timeout

  private final Connection connection;
  private final Deque<Change> undo = new ArrayDeque<>();

  CallSettings(Connection connection) {
    this.connection = connection;
  }

  /**
   * Sets what the statements rely on. In READ COMMITTED one that waited for a lock goes on with the
   * row as it is then; higher levels fail instead.
   */
  void apply() throws SQLException {
    limitNetwork();
    if (!connection.getAutoCommit()) {
      connection.setAutoCommit(true);
      undo.push(() -> connection.setAutoCommit(false));
    }
    if (connection.isReadOnly()) {
      connection.setReadOnly(false);
      undo.push(() -> connection.setReadOnly(true));
    }
    int isolation = connection.getTransactionIsolation();
    if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      undo.push(() -> connection.setTransactionIsolation(isolation));
    }
  }

  private void limitNetwork() throws SQLException {
    try {
      int before = connection.getNetworkTimeout();
      if (before == 0 || before > NETWORK_TIMEOUT_MILLIS) {
        connection.setNetworkTimeout(Runnable::run, NETWORK_TIMEOUT_MILLIS);
        undo.push(() -> connection.setNetworkTimeout(Runnable::run, before));
      }
    } catch (SQLFeatureNotSupportedException e) {
      log.debug("The driver has no network timeout", e);
    }
  }

  /** Never fails a call whose outcome is known; a connection that stays altered is cut off. */
  @Override
  public void close() {
    try {
      for (Change change : undo) {
        change.run();
      }
    } catch (SQLException e) {
      log.debug("A connection could not be set back and is aborted", e);
      abort();
    }
  }

  private void abort() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      log.debug("A connection could not be aborted", e);
    }
  }

  @FunctionalInterface
  private interface Change {
    void run() throws SQLException;
  }
}
