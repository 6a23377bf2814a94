package dev.snowflakeid.faults;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Random faults for {@code -Dfaults.minutes=} per store, or for a moment, which leaves a table in
 * {@code target/soak.md}. {@code -Dfaults.seed=} repeats the order of the faults, though not their
 * instants.
 */
class SoakIT {

  static final String[] STORES = Backend.NAMES;

  private static final String DEFAULT_MINUTES = "0.5";
  private static final List<String> ROWS = new ArrayList<>();

  @ParameterizedTest
  @FieldSource("STORES")
  void shouldNotRepeatAnIdUnderRandomFaults(String store) {
    double minutes = Double.parseDouble(System.getProperty("faults.minutes", DEFAULT_MINUTES));
    long seed = Long.getLong("faults.seed", System.nanoTime());
    System.out.printf("%s: -Dfaults.minutes=%s -Dfaults.seed=%s%n", store, minutes, seed);
    try (Backend backend = Backend.start(store);
        Soak soak = new Soak(backend, seed)) {
      soak.run(Duration.ofMillis((long) (minutes * 60_000)));

      Audit audit = soak.audit();
      ROWS.add(row(store, minutes, seed, soak, audit));
      audit.assertClean();
      soak.assertInsideBounds(audit);
      assertFalse(soak.faults().isEmpty(), "no fault has happened");
    }
  }

  private static String row(String store, double minutes, long seed, Soak soak, Audit audit) {
    double answered = 100.0 * audit.ids() / (audit.ids() + audit.refusals());
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %s | %,d | %d | %.2f %% | %.1f s |",
        store,
        minutes,
        seed,
        soak.faults(),
        audit.ids(),
        audit.duplicates(),
        answered,
        audit.longestOutageMillis() / 1_000.0);
  }

  @AfterAll
  static void report() throws IOException {
    List<String> table = new ArrayList<>();
    table.add(
        "| store | minutes | seed | faults | ids | duplicates | calls answered | longest refusal |");
    table.add("| --- | --- | --- | --- | --- | --- | --- | --- |");
    table.addAll(ROWS);
    table.forEach(System.out::println);
    Files.write(Path.of("target", "soak.md"), table);
  }
}
