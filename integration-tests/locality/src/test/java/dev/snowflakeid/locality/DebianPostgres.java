package dev.snowflakeid.locality;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The PostgreSQL of Debian's package, on a free port, with a data folder of its own. The server
 * refuses to run as root; there it runs as the user that the package has brought.
 */
final class DebianPostgres implements AutoCloseable {

  private static final Path PACKAGES = Path.of("/usr/lib/postgresql");
  private static final Duration PATIENCE = Duration.ofSeconds(60); // for a machine under load

  private final String name = "test-" + UUID.randomUUID();
  private final Path binaries;
  private final Path folder;
  private final int port;
  private final Process process;
  private final Thread atExit;

  DebianPostgres() throws IOException, InterruptedException {
    binaries = binaries();
    folder = Files.createTempDirectory("postgresql");
    port = freePort();
    if (isRoot()) {
      finish(new ProcessBuilder("chown", "postgres:", folder.toString()));
    }
    finish(asUser("initdb", "-D", data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"));
    List<String> settings =
        List.of(
            "cluster_name=" + name,
            "port=" + port,
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "shared_buffers=16MB",
            "max_wal_size=4GB",
            "checkpoint_timeout=1h",
            "autovacuum=off",
            "fsync=off");
    List<String> arguments = new ArrayList<>(List.of("-D", data()));
    settings.forEach(setting -> arguments.addAll(List.of("-c", setting)));
    process = asUser("postgres", arguments.toArray(String[]::new)).start();
    atExit = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(atExit);
    awaitAnswer();
  }

  String jdbcUrl(String user) {
    return "jdbc:postgresql://127.0.0.1:%s/postgres?user=%s".formatted(port, user);
  }

  /** Executes statements as the superuser. */
  void execute(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl("postgres"));
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Returns the first column of the first row, as the superuser sees it. */
  String query(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl("postgres"));
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private static Path binaries() throws IOException {
    if (!Files.isDirectory(PACKAGES)) {
      throw new IllegalStateException("PostgreSQL is needed: package postgresql on Debian");
    }
    try (Stream<Path> versions = Files.list(PACKAGES)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("postgres")))
          .max(Comparator.naturalOrder())
          .orElseThrow(() -> new IllegalStateException("no postgres below " + PACKAGES));
    }
  }

  private ProcessBuilder asUser(String tool, String... arguments) {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(
          List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"));
    }
    command.add(binaries.resolve(tool).toString());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
  }

  private void finish(ProcessBuilder builder) throws IOException, InterruptedException {
    Process running = builder.start();
    if (!running.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || running.exitValue() != 0) {
      throw new IllegalStateException("%s has failed: %s".formatted(builder.command(), logged()));
    }
  }

  private void awaitAnswer() throws InterruptedException {
    long start = System.nanoTime();
    while (true) {
      try (Connection connection = DriverManager.getConnection(jdbcUrl("postgres"));
          Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("show cluster_name")) {
        row.next();
        if (!row.getString(1).equals(name)) {
          throw new IllegalStateException("another server answers: " + row.getString(1));
        }
        return;
      } catch (SQLException e) {
        boolean ended = process.waitFor(50, TimeUnit.MILLISECONDS);
        if (ended || System.nanoTime() - start > PATIENCE.toNanos()) {
          throw new IllegalStateException("PostgreSQL does not answer: " + logged(), e);
        }
      }
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  private Path log() {
    return folder.resolve("log");
  }

  private String logged() {
    try {
      return Files.readString(log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    finish(asUser("pg_ctl", "stop", "-D", data(), "-m", "immediate"));
    process.waitFor();
    Runtime.getRuntime().removeShutdownHook(atExit);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
