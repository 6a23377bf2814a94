package dev.snowflakeid.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One {@code mariadbd}; its data stays when it is started again. */
final class MariaDbProcess {

  private static final long PATIENCE_SECONDS = 60; // for a machine under load

  private final Path folder;
  private final List<String> options;
  private @Nullable Process process;

  /**
   * @param folder an empty folder of its own
   * @param options of the server, but for those that say where its files are
   */
  MariaDbProcess(Path folder, List<String> options) {
    this.folder = folder;
    this.options = List.copyOf(options);
  }

  Path data() {
    return folder.resolve("data");
  }

  /** Creates the system tables. */
  void install() {
    List<String> command =
        command("mariadb-install-db", "--auth-root-authentication-method=socket");
    command.add("--skip-test-db"); // everybody may use that one, and all that begin like it
    Process running = run(command);
    if (await(running) != 0) {
      throw new IllegalStateException("mariadb-install-db has failed: " + logged());
    }
  }

  void start() {
    List<String> command = command("mariadbd", "--skip-name-resolve");
    command.add("--socket=" + folder.resolve("socket"));
    command.add("--pid-file=" + folder.resolve("pid"));
    command.addAll(options);
    process = run(command);
  }

  /** Waits a moment, but not for a process that is no more. */
  void pause() {
    try {
      if (process == null || process.waitFor(50, TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("mariadbd has ended: " + logged());
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  void stop() {
    if (process != null) {
      process.destroy();
      await(process);
    }
  }

  /** {@code kill -9}. */
  void kill() {
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }

  String logged() {
    try {
      return Files.readString(log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> command(String tool, String option) {
    List<String> command = new ArrayList<>(List.of(binary(tool), "--no-defaults", option));
    command.add("--datadir=" + data());
    if ("root".equals(System.getProperty("user.name"))) {
      command.add("--user=root"); // refused otherwise
    }
    return command;
  }

  private Process run(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(command.get(0) + " does not start", e);
    }
  }

  private static int await(Process running) {
    try {
      if (!running.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        running.destroyForcibly();
        throw new IllegalStateException("%s does not end".formatted(running.info()));
      }
      return running.exitValue();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted", e);
  }

  private Path log() {
    return folder.resolve("log");
  }

  /** Debian keeps the server where an ordinary user's PATH does not lead. */
  private static String binary(String tool) {
    return Stream.concat(
            Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1)),
            Stream.of("/usr/sbin", "/usr/local/sbin"))
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "MariaDB is needed: there is no "
                        + tool
                        + " on the PATH (package mariadb-server on Debian and Ubuntu)"))
        .toString();
  }
}
