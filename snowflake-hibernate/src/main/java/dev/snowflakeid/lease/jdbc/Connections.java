package dev.snowflakeid.lease.jdbc;

import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.internal.Secrets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Borrows a connection for one call, and turns everything unexpected into one exception. */
final class Connections {

  private static final Logger log = LoggerFactory.getLogger(JdbcLeaseStore.class);

  private final ConnectionSource source;
  private final @Nullable String schema;
  private volatile String description;

  Connections(ConnectionSource source, @Nullable String schema) {
    this.source = source;
    this.schema = schema;
    this.description = withSchema("JDBC database (not reached yet)");
  }

  /** Which database this is; known once a connection was there. */
  String describe() {
    return description;
  }

  <T> T call(String task, Work<T> work) {
    Connection connection = obtain(task);
    try {
      description = describe(connection.getMetaData());
      try (CallSettings settings = new CallSettings(connection)) {
        settings.apply();
        return work.on(connection);
      }
    } catch (SQLException | RuntimeException e) {
      throw failure("cannot " + task, e);
    } finally {
      release(connection);
    }
  }

  private Connection obtain(String task) {
    try {
      return source.obtain();
    } catch (SQLException | RuntimeException e) {
      throw failure(
          "cannot " + task + ": the connection pool or data source gave no connection", e);
    }
  }

  private void release(Connection connection) {
    try {
      source.release(connection);
    } catch (SQLException | RuntimeException e) {
      log.debug("{}: a connection could not be released", description, e);
    }
  }

  private LeaseStoreException failure(String what, Exception cause) {
    if (cause instanceof LeaseStoreException known) {
      return known;
    }
    String state = cause instanceof SQLException sql ? sql.getSQLState() : null;
    return new LeaseStoreException(
        "%s in %s: %s (SQLState %s)"
            .formatted(
                what, description, Secrets.hiddenIn(String.valueOf(cause.getMessage())), state),
        cause);
  }

  private String describe(DatabaseMetaData metaData) throws SQLException {
    String url = metaData.getURL();
    String shown = url == null ? "(unknown URL)" : Secrets.hidden(url);
    return withSchema(metaData.getDatabaseProductName() + " " + shown);
  }

  private String withSchema(String database) {
    return schema == null ? database : database + " schema " + schema;
  }

  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }
}
