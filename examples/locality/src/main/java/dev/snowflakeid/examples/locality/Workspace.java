package dev.snowflakeid.examples.locality;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A schema that exists for one run, on a server that is there or on one that ends with the run. */
public final class Workspace implements AutoCloseable {

  private static final int OLDEST_VERSION = 14;

  private final String jdbcUrl;
  private final String schema;
  private final @Nullable EmbeddedPostgres server;
  private final String applicationName = "locality-" + UUID.randomUUID();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread closer = new Thread(this::closeQuietly, "locality-closer");

  private Workspace(String jdbcUrl, String schema, @Nullable EmbeddedPostgres server)
      throws SQLException {
    this.jdbcUrl = jdbcUrl;
    this.schema = schema;
    this.server = server;
    try (Connection connection = open();
        Statement statement = connection.createStatement()) {
      requireVersion(connection.getMetaData().getDatabaseMajorVersion());
      requireAbsent(connection);
      // Ctrl-C: what has been made is removed.
      Runtime.getRuntime().addShutdownHook(closer);
      statement.execute("create schema " + schema);
    }
  }

  /**
   * Starts PostgreSQL for this run.
   *
   * @param sharedBuffers as PostgreSQL writes it, for example {@code 16MB}
   */
  public static Workspace embedded(String sharedBuffers) throws IOException, SQLException {
    EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setServerConfig("shared_buffers", sharedBuffers)
            .setServerConfig("max_wal_size", "16GB")
            .setServerConfig("checkpoint_timeout", "1h")
            .setServerConfig("autovacuum", "off")
            .start();
    return new Workspace(server.getJdbcUrl("postgres", "postgres"), "locality", server);
  }

  /**
   * Uses a server that is there.
   *
   * @param schema a name for the schema that is made and removed
   * @throws IllegalArgumentException if the schema exists, or if the server is too old
   */
  public static Workspace at(String jdbcUrl, String schema) throws SQLException {
    if (!jdbcUrl.startsWith("jdbc:postgresql:")) {
      throw new IllegalArgumentException(
          "the URL must be one of PostgreSQL: jdbc-url=" + withoutParameters(jdbcUrl));
    }
    if (!schema.matches("[a-z][a-z0-9_]{0,62}")) {
      throw new IllegalArgumentException(
          "a schema must be lower-case letters, digits and _: schema=" + schema);
    }
    return new Workspace(jdbcUrl, schema, null);
  }

  private static String withoutParameters(String url) {
    return url.replaceFirst("\\?.*", "");
  }

  private static void requireVersion(int version) {
    if (version < OLDEST_VERSION) {
      throw new IllegalArgumentException(
          "PostgreSQL must be %s or later: version=%s".formatted(OLDEST_VERSION, version));
    }
  }

  private void requireAbsent(Connection connection) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("select 1 from pg_namespace where nspname = ?")) {
      query.setString(1, schema);
      try (ResultSet row = query.executeQuery()) {
        if (row.next()) {
          throw new IllegalArgumentException(
              "the schema must not exist, since it is removed at the end: schema=" + schema);
        }
      }
    }
  }

  /** Returns a connection whose tables are made and found in the schema. */
  public Connection connect() throws SQLException {
    Connection connection = open();
    try (Statement statement = connection.createStatement()) {
      statement.execute("set search_path to " + schema);
    }
    return connection;
  }

  private Connection open() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", applicationName);
    return DriverManager.getConnection(jdbcUrl, properties);
  }

  String jdbcUrl() {
    return jdbcUrl;
  }

  String applicationName() {
    return applicationName;
  }

  String schema() {
    return schema;
  }

  /**
   * Returns the schema of an extension, which is made in this schema when it is missing; empty if
   * the server does not have it, or not for this user.
   */
  Optional<String> extension(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try {
        statement.execute("create extension if not exists %s schema %s".formatted(name, schema));
      } catch (SQLException e) {
        return Optional.empty();
      }
      try (ResultSet row =
          statement.executeQuery(
              "select extnamespace::regnamespace from pg_extension where extname = '%s'"
                  .formatted(name))) {
        return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
      }
    }
  }

  /** Returns the version and what else the figures depend on. */
  Map<String, String> settings() throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                select name, current_setting(name) from pg_settings
                where name in ('server_version', 'shared_buffers', 'block_size',
                  'full_page_writes', 'wal_compression', 'synchronous_commit', 'fsync',
                  'checkpoint_timeout', 'max_wal_size', 'autovacuum')
                order by name <> 'server_version', name
                """)) {
      while (row.next()) {
        settings.put(row.getString(1), row.getString(2));
      }
    }
    return settings;
  }

  private void closeQuietly() {
    try {
      removeSchema();
    } catch (SQLException e) {
      System.err.printf("schema %s could not be removed: %s%n", schema, e.getMessage());
    }
  }

  private void removeSchema() throws SQLException {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try (Connection connection = open();
        Statement statement = connection.createStatement();
        PreparedStatement others =
            connection.prepareStatement(
                """
                select pg_terminate_backend(pid) from pg_stat_activity
                where application_name = ? and pid <> pg_backend_pid()
                """)) {
      others.setString(1, applicationName);
      others.execute();
      statement.execute("set client_min_messages to warning");
      statement.execute("drop schema if exists %s cascade".formatted(schema));
    }
  }

  @Override
  public void close() throws SQLException {
    try {
      removeSchema();
      Runtime.getRuntime().removeShutdownHook(closer);
    } finally {
      if (server != null) {
        closeServer(server);
      }
    }
  }

  private static void closeServer(EmbeddedPostgres server) throws SQLException {
    try {
      server.close();
    } catch (IOException e) {
      throw new SQLException("the server did not end", e);
    }
  }
}
