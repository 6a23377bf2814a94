package dev.snowflakeid.examples.idservice;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Reads flags and environment, serves until it is told to end. */
@Command(
    name = "id-service",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Serves unique, time-ordered 64-bit ids over HTTP.",
    footer = {
      "",
      "Each option can be given by the environment too: --max-count as ID_SERVICE_MAX_COUNT.",
      "Exit code 0 after SIGTERM or SIGINT, 1 if the service could not start, 2 for a wrong option."
    })
public final class Main implements Callable<Integer> {

  private static final Logger log = LoggerFactory.getLogger(Main.class);
  private static final java.util.logging.Logger GRPC =
      java.util.logging.Logger.getLogger("io.grpc");
  private static final int MOST_IDS = 100_000; // some 25 ms of one generator

  @Spec private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Option(
      names = "--port",
      defaultValue = "8080",
      description = "0 for any free one (default: ${DEFAULT-VALUE})")
  private int port;

  @Option(
      names = "--bind",
      defaultValue = "127.0.0.1",
      description = "address to listen at (default: ${DEFAULT-VALUE})")
  private String bind = "";

  @Option(names = "--tls-certificate", description = "PEM file of the certificate chain")
  private @Nullable Path certificate;

  @Option(names = "--tls-key", description = "PEM file of the private key, PKCS 8")
  private @Nullable Path key;

  @Option(
      names = "--token",
      description = "what clients send as Authorization: Bearer …; better by the environment")
  private @Nullable String token;

  @Option(
      names = "--max-count",
      defaultValue = "10000",
      description = "most ids of one request, up to 100000 (default: ${DEFAULT-VALUE})")
  private int maxCount;

  @Option(
      names = "--max-connections",
      defaultValue = "10000",
      description = "further ones are closed (default: ${DEFAULT-VALUE})")
  private int maxConnections;

  @Option(
      names = "--request-timeout",
      defaultValue = "30",
      description = "seconds in which a request must be there (default: ${DEFAULT-VALUE})")
  private int requestTimeout;

  @Option(
      names = "--max-wait",
      defaultValue = "1000",
      description = "ms that a request waits for a lease before 503 (default: ${DEFAULT-VALUE})")
  private int maxWait;

  @Option(
      names = "--generators",
      defaultValue = "1",
      description = {
        "generators, each with a worker id of its own and 4096 ids per ms",
        "(default: ${DEFAULT-VALUE})"
      })
  private int generators;

  @ArgGroup(exclusive = false, heading = "%nLease store%n")
  private StoreOptions store = new StoreOptions();

  @Option(names = "--constant-response", hidden = true, description = "for measurements")
  private boolean constantResponse;

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    GRPC.setLevel(java.util.logging.Level.SEVERE); // an outage is said by the library
    int status = commandLine().execute(args);
    if (status != 0) {
      System.exit(status);
    }
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Main());
    line.setDefaultValueProvider(new Environment(line.getDefaultValueProvider()));
    line.setParameterExceptionHandler(
        (e, given) -> {
          e.getCommandLine().getErr().println(e.getMessage());
          e.getCommandLine().getErr().println("--help lists the options.");
          return CommandLine.ExitCode.USAGE;
        });
    return line;
  }

  @Override
  public Integer call() {
    check();
    IdSource ids;
    try {
      ids = IdSource.open(store, generators);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    if (store.embedded()) {
      log.warn(
          "FOR TRYING OUT ONLY: without --store the leases are in this process's memory."
              + " After a restart, or beside a second process, ids may repeat.");
    }
    Vertx vertx = Vertx.vertx();
    try {
      start(vertx, ids);
    } catch (CompletionException e) {
      log.error("Not started: {}", String.valueOf(e.getCause()));
      ids.close();
      vertx.close();
      return CommandLine.ExitCode.SOFTWARE;
    }
    return CommandLine.ExitCode.OK;
  }

  private void start(Vertx vertx, IdSource ids) {
    IdApi.Limits limits =
        new IdApi.Limits(
            maxCount,
            maxConnections,
            TimeUnit.SECONDS.toMillis(requestTimeout),
            TimeUnit.MILLISECONDS.toNanos(maxWait));
    Metrics metrics = new Metrics(ids);
    IdServer.Address address = new IdServer.Address(bind, port, certificate, key);
    IdServer.Shared shared = new IdServer.Shared();
    vertx
        .deployVerticle(
            () ->
                new IdServer(
                    address,
                    limits,
                    shared,
                    new IdApi(ids, metrics, limits, token, constantResponse)),
            new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors()))
        .toCompletionStage()
        .toCompletableFuture()
        .join();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(vertx, ids), "end"));
    log.info("Serving at {}://{}:{}", certificate == null ? "http" : "https", bind, shared.port());
  }

  /** Answers what has been asked, gives the worker ids back, and exits with 0. */
  private static void end(Vertx vertx, IdSource ids) {
    ids.drain();
    vertx
        .close()
        .toCompletionStage()
        .toCompletableFuture()
        .orTimeout(15, TimeUnit.SECONDS)
        .exceptionally(e -> null)
        .join();
    try {
      ids.close();
    } catch (IllegalStateException e) {
      log.warn("Not all is closed: {}", e.getMessage(), e);
    }
    log.info("Ended");
    Runtime.getRuntime().halt(0); // or the exit code would tell the signal
  }

  private void check() {
    require(port >= 0 && port <= 65_535, "--port must be from 0 to 65535", port);
    require(
        maxCount >= 1 && maxCount <= MOST_IDS,
        "--max-count must be from 1 to " + MOST_IDS,
        maxCount);
    require(maxConnections >= 1, "--max-connections must be at least 1", maxConnections);
    require(requestTimeout >= 1, "--request-timeout must be at least 1", requestTimeout);
    require(maxWait >= 0, "--max-wait must not be negative", maxWait);
    require(generators >= 1 && generators <= 64, "--generators must be from 1 to 64", generators);
    require(token == null || !token.isBlank(), "--token must not be blank", "");
    require(
        (certificate == null) == (key == null),
        "--tls-certificate and --tls-key go together: missing",
        certificate == null ? "--tls-certificate" : "--tls-key");
    requireReadable("--tls-certificate", certificate);
    requireReadable("--tls-key", key);
    require(
        !store.embedded() || isLoopback(),
        "without --store only this host may ask, so --bind must be a loopback address",
        bind);
    List<String> missing = new ArrayList<>(store.conflicts());
    if (!missing.isEmpty()) {
      throw new ParameterException(spec.commandLine(), missing.get(0));
    }
  }

  private boolean isLoopback() {
    try {
      return InetAddress.getByName(bind).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new ParameterException(
          spec.commandLine(), "--bind must be an address of this host: " + bind, e);
    }
  }

  private void requireReadable(String option, @Nullable Path file) {
    require(
        file == null || (Files.isRegularFile(file) && Files.isReadable(file)),
        option + " must be a file that can be read",
        String.valueOf(file));
  }

  private void require(boolean holds, String rule, Object value) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), rule + ": " + value);
    }
  }

  /** The environment stands in for an option that is not given. */
  private record Environment(@Nullable IDefaultValueProvider declared)
      implements IDefaultValueProvider {

    @Override
    public @Nullable String defaultValue(ArgSpec argument) throws Exception {
      if (argument instanceof OptionSpec option) {
        String name = option.longestName().substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
        String value = System.getenv("ID_SERVICE_" + name);
        if (value != null) {
          return value;
        }
      }
      return declared == null ? null : declared.defaultValue(argument);
    }
  }
}
