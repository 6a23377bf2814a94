package dev.snowflakeid.idservice;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Programs that a test needs the answer of. */
final class Commands {

  private Commands() {}

  /**
   * Runs a program to its end and returns what it printed.
   *
   * @throws IllegalStateException if it fails
   */
  static String run(Path folder, String... command) throws IOException {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + ": " + printed);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return printed;
  }
}
