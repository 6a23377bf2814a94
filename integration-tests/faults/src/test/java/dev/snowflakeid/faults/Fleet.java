package dev.snowflakeid.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The processes of one test, which share one namespace of one store. */
final class Fleet implements AutoCloseable {

  private static final int ATTEMPTS = 10;

  private final Setup setup;
  private final Path folder;
  private final List<Generating> started = new ArrayList<>();

  /**
   * @param setup settings of its processes
   */
  Fleet(Setup setup) {
    this.setup = setup;
    try {
      Path parent = Files.createDirectories(Path.of("target", "journals"));
      this.folder = Files.createTempDirectory(parent, setup.get("store") + "-").toAbsolutePath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Generating start() {
    return start(setup, Map.of());
  }

  Generating start(Setup other) {
    return start(other, Map.of());
  }

  Generating start(Setup other, Map<String, String> environment) {
    Path file = folder.resolve("%03d".formatted(started.size()));
    Generating process = Generating.start(other, file, environment);
    started.add(process);
    return process;
  }

  Path folder() {
    return folder;
  }

  /** Stops the processes in good order, as far as they are still there, and checks all ids. */
  Audit stopAndAudit() {
    for (Generating process : started) {
      if (process.isAlive()) {
        assertTrue(process.stop(), () -> process.file() + " ends in good order");
      }
    }
    Audit audit = Audit.of(started.stream().map(Generating::file).toList());
    System.out.println(folder.getFileName() + ": " + audit);
    return audit;
  }

  /**
   * Stops and checks the processes: no id twice, each inside its window, and below the bound that
   * the store has recorded for its worker.
   */
  Audit stopAndAssertClean() {
    Audit audit = stopAndAudit();
    audit.assertClean();
    assertBelowRecordedBounds(audit);
    return audit;
  }

  void assertBelowRecordedBounds(Audit audit) {
    Map<Integer, Long> bounds = recordedBounds();
    audit
        .lastTimes()
        .forEach(
            (worker, time) ->
                assertTrue(
                    time < bounds.get(worker),
                    () -> "last=%s bounds=%s".formatted(audit.lastTimes(), bounds)));
  }

  /** Asks until there is an answer: a store that was in trouble may not be itself at once. */
  private Map<Integer, Long> recordedBounds() {
    try (OpenStore open = OpenStore.of(setup)) {
      for (int i = 1; true; i++) {
        try {
          return open.store().view(Setup.NAMESPACE).slots().stream()
              .collect(Collectors.toMap(Slot::worker, Slot::highWater));
        } catch (LeaseStoreException e) {
          if (i == ATTEMPTS) {
            throw e;
          }
        }
      }
    }
  }

  @Override
  public void close() {
    started.forEach(Generating::close);
  }
}
