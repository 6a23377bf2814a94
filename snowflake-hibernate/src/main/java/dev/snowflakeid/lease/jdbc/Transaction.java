package dev.snowflakeid.lease.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** A short transaction on an auto-commit connection; what is not committed is rolled back. */
final class Transaction implements AutoCloseable {

  private final Connection connection;
  private boolean committed;

  private Transaction(Connection connection) {
    this.connection = connection;
  }

  static Transaction begin(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    return new Transaction(connection);
  }

  void commit() throws SQLException {
    connection.commit();
    committed = true;
  }

  @Override
  public void close() throws SQLException {
    try {
      if (!committed) {
        connection.rollback();
      }
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      connection.abort(Runnable::run); // never back into a pool with an open transaction
      throw e;
    }
  }
}
