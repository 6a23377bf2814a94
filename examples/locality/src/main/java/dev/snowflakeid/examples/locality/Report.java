package dev.snowflakeid.examples.locality;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The figures of a run, with what they depend on.
 *
 * @param settings the server's
 * @param machine processors and operating system
 * @param notes what could not be measured
 */
record Report(
    Map<String, String> settings,
    String machine,
    String command,
    Arrival arrival,
    List<Outcome> outcomes,
    Set<String> notes) {

  private static final ObjectWriter JSON =
      JsonMapper.builder().build().writerWithDefaultPrettyPrinter();
  private static final String TEMPLATE = "report.html";
  private static final String DATA = "\"DATA\"";

  /** Writes locality.json, locality.md and locality.html; returns the path of the last. */
  Path write(Path directory) throws IOException {
    Files.createDirectories(directory);
    String json = JSON.writeValueAsString(this);
    Files.writeString(directory.resolve("locality.json"), json + "\n");
    Files.writeString(directory.resolve("locality.md"), markdown());
    Path html = directory.resolve("locality.html");
    return Files.writeString(html, html(json)).toAbsolutePath().normalize();
  }

  private static String html(String json) throws IOException {
    try (InputStream template = Report.class.getResourceAsStream(TEMPLATE)) {
      if (template == null) {
        throw new IOException("the template is missing: name=" + TEMPLATE);
      }
      return new String(template.readAllBytes(), StandardCharsets.UTF_8)
          .replace(DATA, json.replace("<", "\\u003c"));
    }
  }

  String markdown() {
    StringBuilder text =
        new StringBuilder(
            """
            | keys | loaded by | index MB | leaf density % | WAL MB | page images | pages changed¹ | time range² | rows/s |
            | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
            """);
    for (Outcome outcome : outcomes) {
      Outcome.Growth last = outcome.last();
      Outcome.Edge edge = outcome.edge();
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %.2f | %.1f | %.0f | %d | %s | %d | %d |%n",
              outcome.strategy(),
              outcome.loader(),
              last.indexBytes() / 1e6,
              last.leafDensity(),
              last.walBytes() / 1e6,
              last.pageImages(),
              edge == null ? "–" : "%s of %s".formatted(edge.changedLeafPages(), edge.leafPages()),
              outcome.timeRange().blocks(),
              rate(outcome)));
    }
    text.append(
        """

        ¹ leaf pages of the index that the 5,000 rows after the last have changed.
        ² buffers looked at to find one percent of the rows by their time: with the primary key where
        the key tells the time, otherwise in the whole table.

        MB are millions of bytes; WAL is of table and index, with full-page images; a checkpoint
        stands before each tenth of the rows.

        """);
    settings.forEach((name, value) -> text.append("- %s: %s%n".formatted(name, value)));
    text.append(
        "- machine: %s%n- command: %s%n- arrival: %s%n".formatted(machine, command, arrival));
    notes.forEach(note -> text.append("- note: %s%n".formatted(note)));
    return text.toString();
  }

  private static long rate(Outcome outcome) {
    double seconds = 0;
    long before = 0;
    for (Outcome.Growth growth : outcome.growth()) {
      seconds += (growth.rows() - before) / growth.rowsPerSecond();
      before = growth.rows();
    }
    return Math.round(before / seconds);
  }
}
