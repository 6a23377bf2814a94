package dev.snowflakeid.examples.admin;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/**
 * Prints records for people, or as JSON: ids as strings, instants in ISO form, durations in
 * seconds.
 */
final class Output {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(names = "--json", description = "prints JSON instead of a table")
  private boolean json;

  /** A record, of pairs of name and value; a missing value is null. */
  static Map<String, @Nullable Object> of(@Nullable Object... pairs) {
    Map<String, @Nullable Object> record = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      record.put(String.valueOf(pairs[i]), pairs[i + 1]);
    }
    return record;
  }

  /** One record: a line for each field. */
  void print(Map<String, @Nullable Object> record) {
    if (json) {
      printJson(plain(record));
      return;
    }
    int width = record.keySet().stream().mapToInt(String::length).max().orElse(0);
    record.forEach((name, value) -> line("%-" + width + "s  %s", name, text(value)));
  }

  /** Records with the same fields: a table. */
  void print(List<Map<String, @Nullable Object>> records) {
    if (json) {
      printJson(records.stream().map(Output::plain).toList());
      return;
    }
    if (records.isEmpty()) {
      return;
    }
    List<String> names = List.copyOf(records.get(0).keySet());
    StringBuilder format = new StringBuilder();
    for (String name : names) {
      int width =
          records.stream().mapToInt(record -> text(record.get(name)).length()).max().orElse(0);
      format.append("%-").append(Math.max(width, name.length())).append("s  ");
    }
    line(format.toString(), names.toArray());
    for (Map<String, @Nullable Object> record : records) {
      line(format.toString(), names.stream().map(name -> text(record.get(name))).toArray());
    }
  }

  /** Something to note, beside what was asked for. */
  void note(String text) {
    PrintWriter err = command.commandLine().getErr();
    err.println(text);
    err.flush();
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is of a library
  private void line(String format, @Nullable Object... values) {
    PrintWriter out = command.commandLine().getOut();
    out.println(format.formatted(values).stripTrailing());
    out.flush();
  }

  private void printJson(Object value) {
    PrintWriter out = command.commandLine().getOut();
    out.println(new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(value));
    out.flush();
  }

  private static Map<String, @Nullable Object> plain(Map<String, @Nullable Object> record) {
    Map<String, @Nullable Object> plain = new LinkedHashMap<>();
    record.forEach((name, value) -> plain.put(name, plain(value)));
    return Collections.unmodifiableMap(plain);
  }

  private static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof Duration duration) {
      return duration.toMillis() / 1000.0;
    }
    return value instanceof Integer || value == null ? value : value.toString();
  }

  private static String text(@Nullable Object value) {
    if (value instanceof Duration duration) {
      return "%.1f s".formatted(duration.toMillis() / 1000.0);
    }
    return Objects.toString(value, "-");
  }
}
