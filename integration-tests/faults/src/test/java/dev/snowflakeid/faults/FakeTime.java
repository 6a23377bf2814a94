package dev.snowflakeid.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/** Steps of the wall clock of a running process, by the library of the package faketime. */
final class FakeTime {

  private final Path file;

  /**
   * @param folder where it keeps what the clock shall be
   */
  FakeTime(Path folder) {
    this.file = folder.resolve("faketime");
    step(Duration.ZERO);
  }

  /** The environment for a process whose wall clock can be stepped; its elapsed time goes on. */
  Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD",
        library().toString(),
        "DONT_FAKE_MONOTONIC",
        "1",
        "FAKETIME_TIMESTAMP_FILE",
        file.toString(),
        "FAKETIME_CACHE_DURATION",
        "1");
  }

  /** Sets the clock to so much after the true time. */
  void step(Duration offset) {
    try {
      Path next =
          Files.writeString(
              file.resolveSibling("faketime.next"), "%+d%n".formatted(offset.toSeconds()));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path library() {
    try (Stream<Path> folders = Files.list(Path.of("/usr/lib"))) {
      return folders
          .map(folder -> folder.resolve("faketime/libfaketimeMT.so.1"))
          .filter(Files::exists)
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalStateException(
                      "libfaketimeMT is needed; the package is faketime on Debian and Ubuntu"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
