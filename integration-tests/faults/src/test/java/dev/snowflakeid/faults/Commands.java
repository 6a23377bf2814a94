package dev.snowflakeid.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Runs tools of the system. */
final class Commands {

  private Commands() {}

  /**
   * Runs a command and returns what it printed.
   *
   * @throws IllegalStateException if it fails, with what it printed
   */
  static String run(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      if (status != 0) {
        throw new IllegalStateException(
            "%s ended with %s: %s".formatted(String.join(" ", command), status, printed));
      }
      return printed;
    } catch (IOException e) {
      throw new UncheckedIOException(command[0] + " is needed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
