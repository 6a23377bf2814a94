package dev.snowflakeid.lease.jdbc;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/** A statement that is put together piece by piece, each with its values beside it. */
final class Command {

  private static final int QUERY_TIMEOUT_SECONDS = 2; // well inside the shortest TTL in use
  private static final int BATCH_SIZE = 1_000; // the query timeout holds for each batch

  private final StringBuilder text = new StringBuilder();
  private final List<Object> values = new ArrayList<>();
  private boolean counts;

  static Command of(String text) {
    return new Command().add(text);
  }

  Command add(String text) {
    this.text.append(text);
    return this;
  }

  /** Values of the parameters added last. */
  Command with(Object... values) {
    this.values.addAll(List.of(values));
    return this;
  }

  /** The text as the driver gets it. */
  @Override
  public String toString() {
    return text.toString();
  }

  /** Puts the statement and the values of another one at the end. */
  Command add(Command other) {
    values.addAll(other.values);
    return add(other.text.toString());
  }

  /** The last parameter, which is still open, returns the update count. */
  Command counting() {
    this.counts = true;
    return this;
  }

  int update(Connection connection) throws SQLException {
    return run(connection, counts ? this::call : PreparedStatement::executeUpdate);
  }

  private int call(PreparedStatement statement) throws SQLException {
    CallableStatement call = (CallableStatement) statement;
    call.registerOutParameter(values.size() + 1, Types.INTEGER);
    call.execute();
    return call.getInt(values.size() + 1);
  }

  <T> List<T> query(Connection connection, RowReader<T> reader) throws SQLException {
    return run(
        connection,
        statement -> {
          List<T> rows = new ArrayList<>();
          try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
              rows.add(reader.read(row));
            }
          }
          return rows;
        });
  }

  /** Runs the statement once for each value of its last parameter, which is still open. */
  void batch(Connection connection, int first, int last) throws SQLException {
    run(
        connection,
        statement -> {
          for (int value = first; value <= last; value++) {
            statement.setInt(values.size() + 1, value);
            statement.addBatch();
            if (value == last || (value - first) % BATCH_SIZE == BATCH_SIZE - 1) {
              statement.executeBatch();
            }
          }
          return Boolean.TRUE;
        });
  }

  private <T> T run(Connection connection, Execution<T> execution) throws SQLException {
    String sql = text.toString();
    try (PreparedStatement statement =
            counts ? connection.prepareCall(sql) : connection.prepareStatement(sql);
        TimeLimit limit = TimeLimit.on(statement)) {
      for (int i = 0; i < values.size(); i++) {
        statement.setObject(i + 1, values.get(i));
      }
      return execution.on(statement);
    }
  }

  @FunctionalInterface
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  @FunctionalInterface
  private interface Execution<T> {
    T on(PreparedStatement statement) throws SQLException;
  }

  /** Restored at the end, because in H2 a query timeout belongs to the connection. */
  private record TimeLimit(PreparedStatement statement, int before) implements AutoCloseable {

    static TimeLimit on(PreparedStatement statement) throws SQLException {
      TimeLimit limit = new TimeLimit(statement, statement.getQueryTimeout());
      statement.setQueryTimeout(QUERY_TIMEOUT_SECONDS);
      return limit;
    }

    @Override
    public void close() throws SQLException {
      statement.setQueryTimeout(before);
    }
  }
}
