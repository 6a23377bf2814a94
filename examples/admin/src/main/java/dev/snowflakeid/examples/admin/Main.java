package dev.snowflakeid.examples.admin;

import dev.snowflakeid.LeaseAdmin;
import dev.snowflakeid.NamespaceStatus;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.SnowflakeParts;
import dev.snowflakeid.WorkerStatus;
import dev.snowflakeid.lease.LeaseStore;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

/** The commands; each looks, or does one thing that {@link LeaseAdmin} guards. */
@Command(
    name = "admin",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    description = "Shows and mends the leases of worker ids.",
    footer = {
      "",
      "The options of the store can be given by the environment too: --jdbc-url as"
          + " SNOWFLAKE_ADMIN_JDBC_URL.",
      "Exit code 0 if it is done, 1 if it was refused or has failed, 2 for a wrong option."
    })
public final class Main {

  private static final Logger GRPC = Logger.getLogger("io.grpc");
  private static final Pattern ID = Pattern.compile("\\d+");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,7})-(\\d{1,7})");

  private Main() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    GRPC.setLevel(Level.OFF); // what goes wrong is said once, by the command
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return Failures.handledBy(new CommandLine(new Main()));
  }

  @Command(description = "Takes ids apart.")
  void decode(
      @Mixin LayoutOptions parts,
      @Mixin StoreOptions store,
      @Mixin Output output,
      @Parameters(paramLabel = "ID", arity = "1..*", description = "ids in decimal digits")
          List<String> ids) {
    SnowflakeLayout layout = layout(parts, store);
    output.print(ids.stream().map(id -> decoded(layout, id)).toList());
  }

  private static Map<String, @Nullable Object> decoded(SnowflakeLayout layout, String digits) {
    SnowflakeParts parts = layout.decompose(SnowflakeLayout.parseId(digits));
    return Output.of(
        "id",
        digits,
        "instant",
        parts.instant(),
        "worker",
        parts.worker(),
        "sequence",
        parts.sequence());
  }

  @Command(
      description = {
        "Puts an id together; without worker and sequence, the first and the last id of the"
            + " millisecond, between which a range query finds its rows."
      })
  void compose(
      @Mixin LayoutOptions parts,
      @Mixin StoreOptions store,
      @Mixin Output output,
      @Parameters(paramLabel = "INSTANT", description = "such as 2026-10-25T09:30:00Z")
          Instant instant,
      @Option(names = "--worker", description = "worker id") @Nullable Integer worker,
      @Option(names = "--sequence", description = "sequence, 0 unless given")
          @Nullable Integer sequence) {
    SnowflakeLayout layout = layout(parts, store);
    if (worker != null) {
      output.print(
          Output.of("id", layout.compose(instant, worker, sequence == null ? 0 : sequence)));
    } else if (sequence == null) {
      output.print(Output.of("first", layout.firstIdAt(instant), "last", layout.lastIdAt(instant)));
    } else {
      throw new IllegalArgumentException("--sequence needs --worker");
    }
  }

  @Command(description = "Lists the workers and their holders.")
  void leases(
      @Mixin StoreOptions store,
      @Mixin Output output,
      @Option(
              names = "--state",
              split = ",",
              description =
                  "those in these states: ${COMPLETION-CANDIDATES}; all but FREE unless given")
          @Nullable Set<WorkerStatus.State> states) {
    Set<WorkerStatus.State> shown =
        states == null ? EnumSet.complementOf(EnumSet.of(WorkerStatus.State.FREE)) : states;
    look(
        store,
        status -> {
          output.print(
              status.workers().stream()
                  .filter(worker -> shown.contains(worker.state()))
                  .map(Main::row)
                  .toList());
          StringBuilder counts =
              new StringBuilder("of %s workers".formatted(status.workers().size()));
          for (WorkerStatus.State state : WorkerStatus.State.values()) {
            counts.append(" %s %s".formatted(status.count(state), word(state)));
          }
          output.note(counts.toString());
          noteUnlessOk(status, output);
        });
  }

  private static Map<String, @Nullable Object> row(WorkerStatus worker) {
    return Output.of(
        "worker", worker.worker(),
        "state", word(worker.state()),
        "owner", worker.owner(),
        "age", worker.age(),
        "remaining", worker.remaining(),
        "bound", worker.bound(),
        "token", worker.token());
  }

  @Command(description = "Compares the clocks of this host and of the store.")
  void clock(@Mixin StoreOptions store, @Mixin Output output) {
    look(
        store,
        status -> {
          Duration offset = status.clockOffset();
          output.print(
              Output.of(
                  "host", status.hostTime(),
                  "store", status.storeTime(),
                  "offset", offset,
                  "round trip", status.roundTrip(),
                  "max offset", status.maxClockOffset()));
          if (offset == null) {
            output.note("this store tells no time");
          } else if (offset.abs().compareTo(status.maxClockOffset()) > 0) {
            throw new IllegalStateException(
                "this host gets no worker: its clock is too far from the store's");
          }
        });
  }

  @Command(description = "Shows what the processes of the namespace have agreed on.")
  void layout(@Mixin StoreOptions store, @Mixin Output output) {
    look(
        store,
        status -> {
          SnowflakeLayout layout = status.layout();
          output.print(
              Output.of(
                  "namespace", status.namespace(),
                  "store", status.store(),
                  "store id", status.storeId(),
                  "state", word(status.state()),
                  "epoch", layout.epoch(),
                  "last instant", layout.lastInstant(),
                  "days left",
                      (int) Duration.between(status.hostTime(), layout.lastInstant()).toDays(),
                  "timestamp bits", layout.timestampBits(),
                  "worker bits", layout.workerBits(),
                  "sequence bits", layout.sequenceBits(),
                  "workers", status.firstWorker() + "-" + status.lastWorker(),
                  "max ttl", status.maxTtl(),
                  "max offset", status.maxClockOffset(),
                  "quarantine", status.quarantine(),
                  "generation", status.recordedGeneration(),
                  "generation now", status.liveGeneration()));
          noteUnlessOk(status, output);
        });
  }

  @Command(
      description = {
        "Takes a worker from its holder, which takes another one. No id is made twice: the next"
            + " holder starts above all that the evicted one may make."
      })
  void evict(
      @Mixin StoreOptions store,
      @Mixin Output output,
      @Parameters(paramLabel = "WORKER") int worker,
      @Option(
              names = "--live-owner",
              description = "ends a live lease, if this is its owner as 'leases' shows it")
          @Nullable String liveOwner) {
    change(store, admin -> output.print(row(admin.evict(worker, liveOwner))));
  }

  @Command(
      description = {
        "Sets back the bound of a poisoned worker, which a host with a clock far ahead has left."
            + " Ids above that you did not know of will be made again."
      })
  void unpoison(
      @Mixin StoreOptions store,
      @Mixin Output output,
      @Parameters(paramLabel = "WORKER") int worker,
      @Option(
              names = "--i-know-no-ids-above",
              required = true,
              paramLabel = "INSTANT|ID",
              description =
                  "the greatest id of this worker in all tables, logs and queues, or its instant")
          String last) {
    change(
        store,
        admin -> {
          Instant noIdsAbove =
              ID.matcher(last).matches()
                  ? instantOf(admin.status().layout(), last, worker)
                  : Failures.instant(last);
          output.print(row(admin.unpoison(worker, noIdsAbove)));
        });
  }

  private static Instant instantOf(SnowflakeLayout layout, String digits, int worker) {
    SnowflakeParts parts = layout.decompose(SnowflakeLayout.parseId(digits));
    if (parts.worker() != worker) {
      throw new IllegalArgumentException(
          "the id is not of worker %s: id=%s worker=%s".formatted(worker, digits, parts.worker()));
    }
    return parts.instant();
  }

  @Command(
      description = {
        "Keeps acquisitions waiting after the store has lost writes, as after the restore of a"
            + " backup. Running leases go on."
      })
  void quarantine(@Mixin StoreOptions store, @Mixin Output output) {
    change(
        store,
        admin -> {
          Duration length = admin.quarantine();
          output.print(Output.of("state", word(admin.status().state()), "length", length));
          output.note("it runs from the first process that wants a worker, and ends by itself");
        });
  }

  @Command(
      name = "change-layout",
      description = {
        "Gives the namespace another layout or range of workers, once all processes have stopped."
            + " Ids made before decode differently afterwards."
      })
  void changeLayout(
      @Mixin StoreOptions store,
      @Mixin LayoutOptions parts,
      @Mixin Output output,
      @Option(names = "--workers", paramLabel = "FIRST-LAST", description = "range of worker ids")
          @Nullable String workers,
      @Option(
              names = "--old-ids-will-decode-differently",
              required = true,
              description = "says that you know")
          boolean known)
      throws InterruptedException {
    if (!parts.given() && workers == null) {
      throw new IllegalArgumentException("nothing is to be changed");
    }
    try (LeaseStore opened = store.open()) {
      LeaseAdmin admin = store.admin(opened);
      NamespaceStatus before = admin.status();
      SnowflakeLayout layout = parts.layout(before.layout());
      Matcher range =
          RANGE.matcher(
              workers == null ? before.firstWorker() + "-" + before.lastWorker() : workers);
      if (!range.matches()) {
        throw new IllegalArgumentException("--workers must be FIRST-LAST: " + workers);
      }
      output.note(
          "no worker is handed out for the next %s s".formatted(before.quarantine().toSeconds()));
      NamespaceStatus after =
          admin.changeLayout(
              layout, Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)));
      output.print(
          Output.of(
              "epoch", after.layout().epoch(),
              "last instant", after.layout().lastInstant(),
              "worker bits", after.layout().workerBits(),
              "sequence bits", after.layout().sequenceBits(),
              "workers", after.firstWorker() + "-" + after.lastWorker()));
    }
  }

  private static SnowflakeLayout layout(LayoutOptions parts, StoreOptions store) {
    if (!store.given()) {
      return parts.layout(SnowflakeLayout.DEFAULT);
    }
    if (parts.given()) {
      throw new IllegalArgumentException("--store has the layout; it cannot be given as well");
    }
    try (LeaseStore opened = store.open()) {
      return store.admin(opened).status().layout();
    }
  }

  private static void noteUnlessOk(NamespaceStatus status, Output output) {
    if (status.state() != NamespaceStatus.State.OK) {
      output.note("no worker is handed out: the namespace is " + word(status.state()));
    }
  }

  private static void look(StoreOptions store, Consumer<NamespaceStatus> use) {
    change(store, admin -> use.accept(admin.status()));
  }

  private static void change(StoreOptions store, Consumer<LeaseAdmin> use) {
    try (LeaseStore opened = store.open()) {
      use.accept(store.admin(opened));
    }
  }

  private static String word(Enum<?> state) {
    return state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
