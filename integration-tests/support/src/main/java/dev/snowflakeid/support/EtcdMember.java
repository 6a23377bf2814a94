package dev.snowflakeid.support;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One etcd process; its name, ports and data stay the same when it is started again. */
final class EtcdMember {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();

  private final String name;
  private final List<String> command;
  private final URI plain;
  private final Path folder;
  private @Nullable Process process;

  /**
   * @param plain address for clients, without TLS
   * @param folder folder of its own
   */
  EtcdMember(String name, List<String> command, URI plain, Path folder) {
    this.name = name;
    this.command = List.copyOf(command);
    this.plain = plain;
    this.folder = folder;
  }

  String name() {
    return name;
  }

  /** Where it keeps its data. */
  Path data() {
    return folder.resolve("data");
  }

  void start() {
    try {
      Files.createDirectories(folder);
      List<String> all = new ArrayList<>(command);
      all.addAll(List.of("--name", name, "--data-dir", data().toString()));
      ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
      builder.environment().keySet().removeIf(key -> key.startsWith("ETCD_"));
      builder.environment().put("ETCD_UNSUPPORTED_ARCH", "arm64"); // refused otherwise
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException("etcd does not start", e);
    }
  }

  /** {@code kill -9}; a frozen process, too. */
  void kill() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly().onExit().join();
    }
  }

  void signal(String signal) {
    Process running = running();
    try {
      int status =
          new ProcessBuilder("kill", "-" + signal, Long.toString(running.pid()))
              .inheritIO()
              .start()
              .waitFor();
      if (status != 0) {
        throw new IllegalStateException("kill -%s ended with %s".formatted(signal, status));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** The names of the members of the cluster, or empty if there is no answer. */
  List<String> members() {
    return ask("/v3/cluster/member/list").map(json -> all(json, "name")).orElse(List.of());
  }

  /** Whether this member says that it is the leader. */
  boolean leads() {
    return ask("/v3/maintenance/status")
        .filter(json -> !leader(json).isEmpty() && leader(json).equals(all(json, "member_id")))
        .isPresent();
  }

  /** Whether this member knows a leader. */
  boolean follows() {
    return ask("/v3/maintenance/status").filter(json -> !leader(json).isEmpty()).isPresent();
  }

  /**
   * @throws IllegalStateException if the process has ended, with what it logged
   */
  void requireRunning() {
    if (!running().isAlive()) {
      throw new IllegalStateException("etcd has ended: %s".formatted(logged()));
    }
  }

  /** Replaces the data of this member, which must not run, by those of a snapshot. */
  void restore(Path snapshot) {
    Path data = folder.resolve("data");
    Folders.delete(data);
    Etcdctl.run(
        "snapshot",
        "restore",
        snapshot.toString(),
        "--name",
        name,
        "--data-dir",
        data.toString(),
        "--initial-cluster",
        option("--initial-cluster"),
        "--initial-cluster-token",
        option("--initial-cluster-token"),
        "--initial-advertise-peer-urls",
        option("--initial-advertise-peer-urls"));
  }

  private String option(String name) {
    return command.get(command.indexOf(name) + 1);
  }

  /**
   * Returns the file of a tool.
   *
   * @throws IllegalStateException if it is not on the PATH, with the name of its package
   */
  static String binary(String tool, String debianPackage) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .map(parent -> Path.of(parent, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "%s is not on the PATH; the package is %s on Debian and Ubuntu"
                        .formatted(tool, debianPackage)))
        .toString();
  }

  private Process running() {
    if (process == null) {
      throw new IllegalStateException("etcd was not started");
    }
    return process;
  }

  private Optional<String> ask(String path) {
    HttpRequest request =
        HttpRequest.newBuilder(plain.resolve(path))
            .timeout(Duration.ofSeconds(1))
            .POST(HttpRequest.BodyPublishers.ofString("{}"))
            .build();
    try {
      HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200 ? Optional.of(answer.body()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
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

  private static List<String> leader(String json) {
    return all(json, "leader").stream().filter(id -> !id.equals("0")).toList();
  }

  private static List<String> all(String json, String field) {
    Matcher values = Pattern.compile('"' + field + "\":\"([^\"]*)\"").matcher(json);
    return values.results().map((MatchResult m) -> m.group(1)).toList();
  }
}
