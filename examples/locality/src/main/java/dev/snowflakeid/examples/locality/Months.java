package dev.snowflakeid.examples.locality;

import dev.snowflakeid.SnowflakeLayout;
import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints a partition by id range for each month. */
@Command(
    name = "months",
    mixinStandardHelpOptions = true,
    description = "Prints the DDL of monthly partitions; the months are UTC's.")
final class Months implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--table", defaultValue = "orders", description = "the partitioned table")
  private String table = "";

  @Option(names = "--from", required = true, description = "first month, for example 2026-01")
  private String from = "";

  @Option(names = "--to", required = true, description = "last month, for example 2026-12")
  private String to = "";

  @Override
  public Integer call() {
    YearMonth first = month("--from", from);
    YearMonth last = month("--to", to);
    if (last.isBefore(first)) {
      throw refusal("--to must not be before --from: from=%s to=%s".formatted(from, to));
    }
    if (!table.matches("[a-z_][a-z0-9_]*")) {
      throw refusal("a table must be lower-case letters, digits and _: table=" + table);
    }
    PrintWriter out = spec.commandLine().getOut();
    for (YearMonth month = first; !month.isAfter(last); month = month.plusMonths(1)) {
      out.println(
          "create table %1$s_%2$s partition of %1$s for values from (%3$s) to (%4$s);"
              .formatted(
                  table,
                  month.toString().replace('-', '_'),
                  firstId(month),
                  firstId(month.plusMonths(1))));
    }
    return 0;
  }

  private static long firstId(YearMonth month) {
    Instant start = month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    return SnowflakeLayout.DEFAULT.firstIdAt(start);
  }

  private YearMonth month(String option, String text) {
    try {
      YearMonth month = YearMonth.parse(text);
      firstId(month);
      firstId(month.plusMonths(1));
      return month;
    } catch (DateTimeException | IllegalArgumentException e) {
      throw refusal(
          "%s must be a month between %s and %s, like 2026-01: %s"
              .formatted(
                  option,
                  SnowflakeLayout.DEFAULT.epoch(),
                  SnowflakeLayout.DEFAULT.lastInstant(),
                  text));
    }
  }

  private ParameterException refusal(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
