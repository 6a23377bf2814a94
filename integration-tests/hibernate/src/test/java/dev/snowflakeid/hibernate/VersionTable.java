package dev.snowflakeid.hibernate;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hibernate.Version;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Versions of Hibernate × behaviour, in Markdown: printed after each run and left in {@code
 * target/hibernate-versions/table.md}. A column is what one run has left in a file beside it.
 */
public final class VersionTable implements TestExecutionListener {

  private static final Path FOLDER = Path.of("target", "hibernate-versions");
  private static final String RESULTS = ".results";

  /** By behaviour and test; of several runs of one test, on several databases, the worst. */
  private final Map<String, Outcome> outcomes = new TreeMap<>();

  private enum Outcome {
    OK,
    NOT_THERE,
    FAILED
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest() && test.getSource().orElse(null) instanceof MethodSource method) {
      EveryVersion behaviour = method.getJavaClass().getAnnotation(EveryVersion.class);
      if (behaviour != null) {
        outcomes.merge(
            behaviour.value() + "\t" + sentence(method.getMethodName()),
            switch (result.getStatus()) {
              case SUCCESSFUL -> Outcome.OK;
              case ABORTED -> Outcome.NOT_THERE;
              case FAILED -> Outcome.FAILED;
            },
            (a, b) -> a.compareTo(b) > 0 ? a : b);
      }
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    if (outcomes.isEmpty()) {
      return;
    }
    try {
      Files.createDirectories(FOLDER);
      Files.write(
          FOLDER.resolve(Version.getVersionString() + RESULTS),
          outcomes.entrySet().stream().map(e -> e.getKey() + "\t" + e.getValue()).toList());
      String table = table(read());
      Files.writeString(FOLDER.resolve("table.md"), table);
      System.out.println("\n" + table);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns all results so far: version, then behaviour and test. */
  private static Map<String, Map<String, Outcome>> read() throws IOException {
    Map<String, Map<String, Outcome>> versions = new TreeMap<>(VersionTable::compareVersions);
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.filter(f -> f.toString().endsWith(RESULTS)).toList()) {
        String name = file.getFileName().toString();
        versions.put(
            name.substring(0, name.length() - RESULTS.length()),
            Files.readAllLines(file).stream()
                .map(line -> line.split("\t(?=[A-Z_]+$)"))
                .collect(Collectors.toMap(line -> line[0], line -> Outcome.valueOf(line[1]))));
      }
    }
    return versions;
  }

  private static String table(Map<String, Map<String, Outcome>> versions) {
    Map<String, List<String>> testsByBehaviour =
        versions.values().stream()
            .flatMap(results -> results.keySet().stream())
            .distinct()
            .sorted()
            .collect(
                Collectors.groupingBy(
                    test -> test.split("\t")[0], LinkedHashMap::new, Collectors.toList()));
    Stream<String> summary =
        testsByBehaviour.entrySet().stream()
            .map(e -> row(e.getKey(), versions.values(), results -> count(e.getValue(), results)));
    Stream<String> details =
        testsByBehaviour.entrySet().stream()
            .flatMap(e -> e.getValue().stream())
            .map(test -> row(test.replace("\t", ": "), versions.values(), r -> mark(r.get(test))));
    String heading =
        "| %s |%n| --- |%s%n"
            .formatted(
                "Hibernate | " + String.join(" | ", versions.keySet()),
                " --- |".repeat(versions.size()));
    return heading + summary.collect(joining()) + "\n" + heading + details.collect(joining());
  }

  private static String row(
      String title,
      Collection<Map<String, Outcome>> columns,
      Function<Map<String, Outcome>, String> cell) {
    return "| %s | %s |%n".formatted(title, columns.stream().map(cell).collect(joining(" | ")));
  }

  /** Returns how many of the tests passed, and how many there are if that differs. */
  private static String count(List<String> tests, Map<String, Outcome> results) {
    long passed = tests.stream().filter(test -> results.get(test) == Outcome.OK).count();
    boolean failed = tests.stream().anyMatch(test -> results.get(test) == Outcome.FAILED);
    return (failed ? "FAILED " : "")
        + passed
        + (passed < tests.size() ? " of " + tests.size() : "");
  }

  private static String mark(Outcome outcome) {
    if (outcome == null) {
      return "not run";
    }
    return switch (outcome) {
      case OK -> "✓";
      case NOT_THERE -> "–";
      case FAILED -> "✗";
    };
  }

  private static String sentence(String method) {
    return method
        .replaceFirst("^should", "")
        .replaceAll("(?=\\p{Lu})", " ")
        .toLowerCase(Locale.ROOT)
        .strip();
  }

  private static int compareVersions(String a, String b) {
    return Arrays.compare(numbers(a), numbers(b));
  }

  private static int[] numbers(String version) {
    return IntStream.range(0, 3).map(i -> Integer.parseInt(version.split("\\.")[i])).toArray();
  }
}
