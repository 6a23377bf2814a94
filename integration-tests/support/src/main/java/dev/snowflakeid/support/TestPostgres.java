package dev.snowflakeid.support;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A PostgreSQL 18 server for tests: in a container where a Docker engine answers, otherwise as a
 * child process on a free port. Where neither can be had, {@link #start} throws.
 *
 * <p>Sessions are in a zone other than UTC, so that code which mixes up the two shows. The server
 * carries a random name which is read back after the start: a port that somebody else has taken
 * meanwhile is noticed.
 */
public final class TestPostgres implements AutoCloseable {

  private final PostgresServer server;
  private final AtomicInteger databases = new AtomicInteger();

  private TestPostgres(PostgresServer server) {
    this.server = server;
  }

  /**
   * Starts a server.
   *
   * @throws IllegalStateException if another server answers, or if the sessions would be in UTC
   */
  public static TestPostgres start() {
    String name = "test-" + UUID.randomUUID();
    Map<String, String> settings = Map.of("cluster_name", name, "synchronous_commit", "on");
    PostgresServer server =
        ContainerServer.isAvailable()
            ? ContainerServer.start(settings)
            : EmbeddedServer.start(settings);
    try {
      check(server, name);
    } catch (SQLException | RuntimeException e) {
      server.close();
      throw new IllegalStateException("PostgreSQL is not fit for tests", e);
    }
    return new TestPostgres(server);
  }

  private static void check(PostgresServer server, String name) throws SQLException {
    require("cluster_name", name, show(server, "cluster_name"));
    String zone = show(server, "timezone"); // the driver sets it to this JVM's
    if (zone.equals("UTC") || zone.equals("Etc/UTC") || zone.equals("GMT")) {
      throw new IllegalStateException(
          "sessions must not be in UTC (run with -Duser.timezone=America/New_York): timezone="
              + zone);
    }
  }

  private static void require(String setting, String expected, String actual) {
    if (!actual.equals(expected)) {
      throw new IllegalStateException(
          "another server answers: %s=%s, expected %s".formatted(setting, actual, expected));
    }
  }

  private static String show(PostgresServer server, String setting) throws SQLException {
    try (Connection connection = server.database("postgres").dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("show " + setting)) {
      row.next();
      return row.getString(1);
    }
  }

  /** Creates an empty database that no other caller gets. */
  public Database create() throws SQLException {
    String name = "test_" + databases.incrementAndGet();
    try (Connection connection = server.database("postgres").dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
    }
    return server.database(name);
  }

  @Override
  public void close() {
    server.close();
  }
}
