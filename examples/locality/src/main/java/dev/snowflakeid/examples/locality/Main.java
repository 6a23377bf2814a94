package dev.snowflakeid.examples.locality;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how the keys of several strategies fill an index, and writes a report. */
@Command(
    name = "examples/run locality",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    subcommands = Months.class,
    description =
        "Fills a PostgreSQL table per strategy and reports what that does to its primary key.")
public final class Main implements Callable<Integer> {

  private static final List<Kind> CLIENT_KINDS =
      List.of(
          Kind.SEQUENCE,
          Kind.SEQUENCE50,
          Kind.IDENTITY,
          Kind.SNOWFLAKE,
          Kind.TSID,
          Kind.UUID7_HIBERNATE,
          Kind.UUID4);
  private static final long FEWEST_ROWS = 10_000;

  @Spec private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Option(
      names = "--rows",
      defaultValue = "1000000",
      description = "rows per strategy (default: ${DEFAULT-VALUE})")
  private long rows;

  @Option(
      names = "--strategies",
      split = ",",
      description = {
        "all, none, or a list of KIND[-WORKERSw][-SKEWms[-aligned]], KIND one of sequence,",
        "sequence50, identity, snowflake, tsid, uuid7-postgresql, uuid7-hibernate, uuid4,",
        "worker-first; the default is one of each kind and some skews"
      })
  private List<String> strategies = List.of("default");

  @Option(
      names = "--rows-per-ms",
      defaultValue = "10",
      description = "simulated rows per ms, of all workers (default: ${DEFAULT-VALUE})")
  private double rowsPerMilli;

  @Option(
      names = "--delay",
      defaultValue = "0",
      description = "simulated ms from id to insert, at most (default: ${DEFAULT-VALUE})")
  private double delay;

  @Option(
      names = "--round-trip",
      defaultValue = "2",
      description = "round trip in ms; aligned clocks differ by half (default: ${DEFAULT-VALUE})")
  private double roundTrip;

  @Option(
      names = "--seed",
      defaultValue = "42",
      description = "of the simulated arrival (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--clients",
      defaultValue = "8",
      description = "concurrent Hibernate clients, 0 for none (default: ${DEFAULT-VALUE})")
  private int clients;

  @Option(
      names = "--client-rows",
      defaultValue = "50000",
      description = "rows per kind of key inserted by the clients (default: ${DEFAULT-VALUE})")
  private long clientRows;

  @Option(
      names = "--jdbc-url",
      description = "a PostgreSQL from 14 on; without it one is started for this run")
  private @Nullable String jdbcUrl;

  @Option(
      names = "--schema",
      defaultValue = "snowflake_locality",
      description = "made and removed; must not exist (default: ${DEFAULT-VALUE})")
  private String schema = "";

  @Option(
      names = "--shared-buffers",
      defaultValue = "16MB",
      description = "of the server that is started (default: ${DEFAULT-VALUE})")
  private String sharedBuffers = "";

  @Option(
      names = "--output",
      defaultValue = "target/locality",
      description = "directory of the report (default: ${DEFAULT-VALUE})")
  private Path output = Path.of("");

  public static void main(String[] args) {
    // Not at the root of the class path, where it would meet that of another example.
    System.setProperty(
        "logback.configurationFile", "dev/snowflakeid/examples/locality/logback.xml");
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setExecutionExceptionHandler(
            (failure, commandLine, arguments) -> {
              commandLine.getErr().println(failure.getMessage());
              return 1;
            });
  }

  @Override
  public Integer call() throws IOException, SQLException {
    Arrival arrival = checked(() -> new Arrival(rowsPerMilli, roundTrip, delay, seed));
    Set<Strategy> chosen = checked(() -> strategies(strategies));
    require(rows >= FEWEST_ROWS, "--rows must be at least %s: rows=%s", FEWEST_ROWS, rows);
    require(clients >= 0 && clients <= 64, "--clients must be 0 to 64: clients=%s", clients);
    require(
        clientRows >= FEWEST_ROWS,
        "--client-rows must be at least %s: client-rows=%s",
        FEWEST_ROWS,
        clientRows);
    try (Workspace workspace = open()) {
      System.out.println(run(workspace, chosen, arrival).write(output));
    }
    return 0;
  }

  private Workspace open() throws IOException, SQLException {
    String url = jdbcUrl;
    if (url == null) {
      return Workspace.embedded(sharedBuffers);
    }
    try {
      return Workspace.at(url, schema);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Report run(Workspace workspace, Set<Strategy> chosen, Arrival arrival)
      throws SQLException {
    List<Kind> kinds = clients == 0 ? List.of() : CLIENT_KINDS;
    long total = rows * chosen.size() + clientRows * kinds.size();
    Progress progress = new Progress(System.err, CommandLine.Help.Ansi.AUTO.enabled(), total);
    Harness harness = new Harness(workspace, progress::advance);
    List<Outcome> outcomes = new ArrayList<>();
    for (Strategy strategy : chosen) {
      progress.begin(strategy.toString());
      if (harness.supports(strategy)) {
        outcomes.add(harness.ordered(strategy, rows, arrival));
      }
    }
    for (Kind kind : kinds) {
      progress.begin("%s, %s clients".formatted(kind, clients));
      outcomes.add(harness.concurrent(kind, clientRows, clients));
    }
    progress.end();
    return new Report(
        workspace.settings(), machine(), command(), arrival, outcomes, harness.notes());
  }

  private String command() {
    return "examples/run locality "
        + String.join(" ", spec.commandLine().getParseResult().originalArgs())
            .replaceAll("(--jdbc-url[= ]\\S*?)\\?\\S*", "$1");
  }

  private static String machine() {
    return "%s processors, %s %s, Java %s"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            System.getProperty("java.version"));
  }

  private static Set<Strategy> strategies(List<String> names) {
    Set<Strategy> chosen = new LinkedHashSet<>();
    for (String name : names) {
      switch (name) {
        case "all" -> chosen.addAll(Strategy.all());
        case "default" -> chosen.addAll(Strategy.defaults());
        case "none" -> {}
        default -> chosen.add(Strategy.parse(name));
      }
    }
    return chosen;
  }

  private interface Value<T> {
    T get();
  }

  private <T> T checked(Value<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void require(boolean condition, String rule, Object... values) {
    if (!condition) {
      throw new ParameterException(spec.commandLine(), String.format(Locale.ROOT, rule, values));
    }
  }
}
