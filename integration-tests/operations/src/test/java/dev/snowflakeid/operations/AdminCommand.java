package dev.snowflakeid.operations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The admin command as a person runs it: one jar, a process for each call.
 *
 * @param store options that say where the store is
 * @param password what the environment has as the password; null for none
 */
record AdminCommand(List<String> store, @Nullable String password) {

  /** What one call has printed. */
  record Result(int exit, String out, String err) {

    JsonNode json() {
      return new JsonMapper().readTree(out);
    }

    String all() {
      return out + err;
    }
  }

  Result run(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar"));
    command.add(System.getProperty("admin.jar"));
    command.add(arguments[0]);
    command.addAll(store);
    command.addAll(List.of(arguments).subList(1, arguments.length));
    return run(new ProcessBuilder(command));
  }

  private Result run(ProcessBuilder builder) {
    try {
      Path out = Files.createTempFile("admin-", ".out");
      Path err = Files.createTempFile("admin-", ".err");
      builder.redirectOutput(out.toFile()).redirectError(err.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("SNOWFLAKE_ADMIN_"));
      if (password != null) {
        builder.environment().putAll(Map.of("SNOWFLAKE_ADMIN_PASSWORD", password));
      }
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("the command does not end: " + builder.command());
      }
      Result result = new Result(process.exitValue(), text(out), text(err));
      Files.delete(out);
      Files.delete(err);
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
