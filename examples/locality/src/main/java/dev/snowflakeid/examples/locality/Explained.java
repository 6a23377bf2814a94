package dev.snowflakeid.examples.locality;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code explain (analyze, buffers, wal, format json)} says of a statement that it has
 * executed. Every user may ask that, and it counts this statement alone.
 */
final class Explained {

  /** To stand before the statement. */
  static final String EXPLAIN =
      "explain (analyze, buffers, wal, timing off, summary on, format json) ";

  private final String json;

  private Explained(String json) {
    this.json = json;
  }

  static Explained execute(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      row.next();
      return new Explained(row.getString(1));
    }
  }

  /** Returns a number of the plan's top node, which stands first and contains those below it. */
  long count(String name) {
    return (long) number(name);
  }

  double millis() {
    return number("Execution Time");
  }

  Outcome.Read read() {
    long hit = count("Shared Hit Blocks");
    long read = count("Shared Read Blocks");
    return new Outcome.Read(count("Actual Rows"), hit + read, read, millis());
  }

  private double number(String name) {
    Matcher matcher = Pattern.compile("\"%s\": ([0-9.]+)".formatted(name)).matcher(json);
    if (!matcher.find()) {
      throw new IllegalStateException("the plan must tell %s: plan=%s".formatted(name, json));
    }
    return Double.parseDouble(matcher.group(1));
  }
}
