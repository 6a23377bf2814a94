package dev.snowflakeid.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A MariaDB server for tests: a child process on a free port of the loopback interface, with a data
 * folder of its own. It can be killed and started again. Where there is no {@code mariadbd}, {@link
 * #start} throws.
 *
 * <p>Its time zone is not UTC, so that code which mixes up the two shows. Its administrator has a
 * random password and its data folder is read back after the start: a port that somebody else has
 * taken meanwhile is noticed.
 */
public final class TestMariaDb implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60); // for a machine under load
  private static final String ADMINISTRATOR = "administrator";

  private final Path folder;
  private final MariaDbProcess process;
  private final int port;
  private final String password = UUID.randomUUID().toString();
  private final AtomicInteger databases = new AtomicInteger();
  private final Thread atExit;

  private TestMariaDb(List<String> options) throws IOException {
    this.folder = Files.createTempDirectory("mariadb");
    this.port = freePort();
    List<String> all = new ArrayList<>();
    all.addAll(List.of("--bind-address=127.0.0.1", "--skip-networking=0", "--port=" + port));
    all.addAll(List.of("--default-time-zone=+05:30", "--init-file=" + administrator()));
    all.addAll(List.of("--max-connections=200", "--innodb-buffer-pool-size=32M"));
    all.addAll(options);
    this.process = new MariaDbProcess(folder, all);
    this.atExit = new Thread(process::kill);
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /**
   * Starts a server.
   *
   * @param options further options of the server
   * @throws IllegalStateException if there is no MariaDB, if it ends, or if another server answers
   */
  public static TestMariaDb start(String... options) {
    TestMariaDb server;
    try {
      server = new TestMariaDb(List.of(options));
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for MariaDB", e);
    }
    try {
      server.process.install();
      server.restart();
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
    return server;
  }

  /** Creates an empty database that no other caller gets, with a user who may use that alone. */
  public Database create() throws SQLException {
    String name = "test_" + databases.incrementAndGet();
    try (Connection connection = administrator("").dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
      statement.execute("create user " + name + " identified by 'secret'");
      statement.execute("grant all on " + name + ".* to " + name);
    }
    return new Database(url(name), name, "secret");
  }

  /** Returns the same database as the server's administrator sees it. */
  public Database administrator(Database database) {
    return new Database(database.jdbcUrl(), ADMINISTRATOR, password);
  }

  /** {@code kill -9}. */
  public void kill() {
    process.kill();
  }

  /** Starts a killed server again, with its data and its port, and waits until it answers. */
  public void restart() {
    process.start();
    long start = System.nanoTime();
    SQLException failure = null;
    while (System.nanoTime() - start < PATIENCE.toNanos()) {
      try {
        check();
        return;
      } catch (SQLException e) {
        failure = e;
        process.pause();
      }
    }
    throw new IllegalStateException("MariaDB does not answer: " + process.logged(), failure);
  }

  private void check() throws SQLException {
    String data = process.data() + "/";
    try (Connection connection = administrator("").dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select @@datadir, @@session.time_zone")) {
      row.next();
      if (!row.getString(1).equals(data) || !row.getString(2).equals("+05:30")) {
        throw new IllegalStateException(
            "another server answers: datadir=%s time_zone=%s, expected %s and +05:30"
                .formatted(row.getString(1), row.getString(2), data));
      }
    }
  }

  private Database administrator(String name) {
    return new Database(url(name), ADMINISTRATOR, password);
  }

  private String url(String name) {
    return "jdbc:mariadb://127.0.0.1:%d/%s".formatted(port, name);
  }

  /** The server runs this file whenever it starts. */
  private Path administrator() throws IOException {
    return Files.writeString(
        folder.resolve("init.sql"),
        """
        create or replace user %1$s@127.0.0.1 identified by '%2$s';
        grant all on *.* to %1$s@127.0.0.1 with grant option;
        """
            .formatted(ADMINISTRATOR, password));
  }

  @Override
  public void close() {
    try {
      process.stop();
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("MariaDB's folder cannot be removed", e);
    } finally {
      process.kill();
      Runtime.getRuntime().removeShutdownHook(atExit);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
