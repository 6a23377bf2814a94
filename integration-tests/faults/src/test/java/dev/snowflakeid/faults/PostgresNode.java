package dev.snowflakeid.faults;

import dev.snowflakeid.support.Database;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server with its own process and data folder, which can be stopped without a word,
 * frozen, copied as a standby and promoted.
 */
final class PostgresNode implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60); // for a machine under load
  private static final String OPTIONS = "?connectTimeout=2&loginTimeout=2";

  private static @Nullable Path binaries;

  private final Path folder;
  private final int port;
  private @Nullable Process process;

  private PostgresNode(Path folder) throws IOException {
    this.folder = folder;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = socket.getLocalPort();
    }
  }

  /** Creates a server and starts it. */
  static PostgresNode create() {
    try {
      PostgresNode node = new PostgresNode(Files.createTempDirectory("postgres-"));
      Commands.run(
          node.command("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
              .toArray(String[]::new));
      node.configure(
          """
          listen_addresses = '127.0.0.1'
          unix_socket_directories = ''
          max_connections = 100
          shared_buffers = 32MB
          wal_keep_size = 128MB
          """);
      node.start();
      return node;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Copies this running server and starts the copy, which follows it asynchronously. */
  PostgresNode standby() throws SQLException {
    try (Connection connection = database().dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("select pg_backup_start('standby', true)");
      PostgresNode standby = new PostgresNode(Files.createTempDirectory("postgres-"));
      copy(folder.resolve("data"), standby.folder.resolve("data"));
      try (ResultSet backup =
          statement.executeQuery("select labelfile from pg_backup_stop(false)")) {
        backup.next();
        Files.writeString(standby.folder.resolve("data/backup_label"), backup.getString(1));
      }
      Files.createFile(standby.folder.resolve("data/standby.signal"));
      standby.configure(
          "primary_conninfo = 'host=127.0.0.1 port=%s user=postgres'\n".formatted(port));
      standby.start();
      return standby;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return port;
  }

  Database database() {
    return new Database(
        "jdbc:postgresql://127.0.0.1:%s/postgres%s".formatted(port, OPTIONS), "postgres", "");
  }

  /**
   * The database for clients that look for the primary.
   *
   * @param ports where servers, or lines to them, listen
   */
  static Database primaryAt(int... ports) {
    String hosts =
        IntStream.of(ports).mapToObj(p -> "127.0.0.1:" + p).collect(Collectors.joining(","));
    String url = "jdbc:postgresql://%s/postgres%s&targetServerType=primary";
    return new Database(url.formatted(hosts, OPTIONS), "postgres", "");
  }

  /** Starts the server with the data it has, and waits until it answers. */
  void start() {
    ProcessBuilder builder = new ProcessBuilder(command("postgres")).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!answers()) {
      if (System.nanoTime() - deadline > 0 || !process.isAlive()) {
        throw new IllegalStateException("PostgreSQL does not answer: " + logged());
      }
      Pause.briefly();
    }
  }

  /** Stops it as {@code pg_ctl stop -m immediate} does: no goodbye, no checkpoint. */
  void stopImmediately() {
    Process running = running();
    Signal.QUIT.to(running.pid());
    running.onExit().join();
  }

  /** {@code SIGSTOP} to the server and all its backends. */
  void freeze() {
    signal(Signal.STOP);
  }

  /** {@code SIGCONT} to all. */
  void thaw() {
    signal(Signal.CONT);
  }

  /** {@code SIGSTOP} to the postmaster alone: nobody can connect any more. */
  void freezePostmaster() {
    Signal.STOP.to(running().pid());
  }

  /** Waits until a condition holds. */
  void await(String what, Callable<Boolean> reached) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!reached.call()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("no sign of " + what);
      }
      Pause.briefly();
    }
  }

  /** Runs a statement that returns one value. */
  String ask(String sql) throws SQLException {
    try (Connection connection = database().dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  /** Runs a statement. */
  void execute(String sql) throws SQLException {
    try (Connection connection = database().dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void signal(Signal signal) {
    Process running = running();
    List<Long> backends = running.descendants().map(ProcessHandle::pid).toList();
    signal.to(running.pid());
    for (long backend : backends) {
      if (ProcessHandle.of(backend).isPresent()) {
        signal.to(backend);
      }
    }
  }

  private boolean answers() {
    try {
      return ask("select 1").equals("1");
    } catch (SQLException e) {
      return false;
    }
  }

  private Process running() {
    if (process == null) {
      throw new IllegalStateException("PostgreSQL was not started");
    }
    return process;
  }

  private void configure(String settings) throws IOException {
    Files.writeString(
        folder.resolve("data/postgresql.conf"),
        "%nport = %s%n%s".formatted(Integer.toString(port), settings),
        StandardOpenOption.APPEND);
  }

  private String logged() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A server refuses to run as root, and does not see that it does in a namespace of its own. */
  private List<String> command(String tool, String... options) {
    List<String> command = new ArrayList<>();
    if ("root".equals(System.getProperty("user.name"))) {
      command.addAll(List.of("unshare", "-U"));
    }
    command.addAll(List.of(binaries().resolve(tool).toString(), "-D", folder + "/data"));
    command.addAll(List.of(options));
    return command;
  }

  /** Where the embedded PostgreSQL has unpacked its tools, as a server that runs shows. */
  private static synchronized Path binaries() {
    Path found = binaries;
    if (found == null) {
      try (EmbeddedPostgres postgres = EmbeddedPostgres.start();
          Connection connection = postgres.getPostgresDatabase().getConnection();
          Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery("select setting from pg_config where name = 'BINDIR'")) {
        row.next();
        found = Path.of(row.getString(1));
        binaries = found;
      } catch (IOException | SQLException e) {
        throw new IllegalStateException("embedded PostgreSQL does not start", e);
      }
    }
    return found;
  }

  /** All but what belongs to the running process; files may vanish meanwhile. */
  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        String name = from.relativize(file).toString();
        if (!name.startsWith("postmaster.") && Files.exists(file)) {
          Files.copy(file, to.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  @Override
  public void close() {
    Process running = process;
    if (running != null && running.isAlive()) {
      signal(Signal.KILL);
      running.onExit().join();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
