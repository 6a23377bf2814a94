package dev.snowflakeid.idservice;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One process of the service, in a folder that holds nothing but its file. */
final class Service implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60); // for a machine under load
  private static final Pattern ADDRESS = Pattern.compile("Serving at (https?)://[^ ]*:(\\d+)\\R");
  private static final JsonMapper JSON = new JsonMapper();

  private final Path folder;
  private final Process process;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private @Nullable URI address;

  private Service(Path folder, Process process) {
    this.folder = folder;
    this.process = process;
  }

  /** Starts it on a free port and waits until it listens. */
  static Service start(String... options) {
    return launchAndAwait(Map.of(), with(options, "--port=0"));
  }

  /** Starts it with nothing but these options and waits until it listens. */
  static Service launchAndAwait(Map<String, String> environment, String... options) {
    Service service = launch(environment, options);
    try {
      service.address = service.awaitAddress();
      return service;
    } catch (RuntimeException | Error e) {
      service.close();
      throw e;
    }
  }

  /** Starts it with nothing but these options, and does not wait. */
  static Service launch(Map<String, String> environment, String... options) {
    try {
      Path folder = Files.createTempDirectory("id-service-");
      Files.copy(
          Path.of(Objects.requireNonNull(System.getProperty("id-service.jar"))),
          folder.resolve("id-service.jar"));
      List<String> command =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-jar",
                  "id-service.jar"));
      command.addAll(List.of(options));
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile());
      builder.environment().putAll(environment);
      return new Service(folder, builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String[] with(String[] options, String further) {
    String[] all = Arrays.copyOf(options, options.length + 1);
    all[options.length] = further;
    return all;
  }

  private URI awaitAddress() {
    Await.until(PATIENCE, () -> ADDRESS.matcher(log()).find() || !process.isAlive(), this::log);
    Matcher found = ADDRESS.matcher(log());
    if (!found.find()) {
      throw new IllegalStateException("the service has not started: " + log());
    }
    return URI.create(found.group(1) + "://localhost:" + found.group(2));
  }

  URI address() {
    return Objects.requireNonNull(address);
  }

  long pid() {
    return process.pid();
  }

  String log() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What lies in its folder beside its file and its log. */
  List<String> leftBehind() {
    try (var files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals("id-service.jar") && !name.equals("log"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  HttpResponse<String> post(String path) throws IOException {
    return send(request(path).POST(BodyPublishers.noBody()));
  }

  HttpResponse<String> get(String path) throws IOException {
    return send(request(path).GET());
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(address() + path)).timeout(Duration.ofSeconds(20));
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads the ids of a response, which are strings. */
  static List<Long> ids(HttpResponse<String> response) {
    List<Long> ids = new ArrayList<>();
    for (JsonNode id : JSON.readTree(response.body()).get("ids")) {
      if (!id.isString()) {
        throw new IllegalStateException("not a string: " + id);
      }
      ids.add(Long.parseLong(id.stringValue()));
    }
    return ids;
  }

  static JsonNode json(HttpResponse<String> response) {
    return JSON.readTree(response.body());
  }

  boolean isReady() {
    try {
      return get("/health/ready").statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  void awaitReady() {
    Await.until(PATIENCE, this::isReady, this::log);
  }

  void awaitNotReady() {
    Await.until(PATIENCE, () -> !isReady(), this::log);
  }

  void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  /** Sends SIGTERM. */
  void terminate() {
    process.destroy();
  }

  int awaitExit() {
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("still running: " + log());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    awaitExit();
    try (var files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
