package dev.snowflakeid.stores;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.clock.MonotonicClock;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.postgresql.ds.PGSimpleDataSource;

/** A JVM of its own that makes ids: asked for {@code n} ids, it prints them in one line. */
final class IdProcess implements AutoCloseable {

  /** One worker, so that whoever comes next takes the same one. */
  static final SnowflakeLayout ONE_WORKER =
      new SnowflakeLayout(SnowflakeLayout.DEFAULT.epoch(), 0, 12);

  static final Duration TTL = Duration.ofSeconds(6);

  private final Process process;
  private final BufferedReader output;
  private final PrintStream input;

  private IdProcess(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  /**
   * Starts a process.
   *
   * @param workerBits worker bits of its layout
   * @param clockOffset how far its wall clock is ahead
   * @param maxWait how long it waits for a worker
   */
  static IdProcess start(
      Database database, int workerBits, Duration clockOffset, Duration maxWait) {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            IdProcess.class.getName(),
            database.jdbcUrl(),
            database.user(),
            Integer.toString(workerBits),
            Long.toString(clockOffset.toMillis()),
            maxWait.toString());
    try {
      return new IdProcess(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks for ids. */
  void ask(int count) {
    input.println(count);
  }

  /** Asks for ids and waits for them. */
  List<Long> ids(int count) {
    ask(count);
    try {
      String line = output.readLine();
      if (line == null) {
        throw new IllegalStateException("the process has ended");
      }
      List<Long> ids = new ArrayList<>();
      for (String id : line.split(" ", -1)) {
        ids.add(Long.valueOf(id));
      }
      return ids;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code kill -9}. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Ends the input; the process closes its generator and exits. */
  int stop() throws InterruptedException {
    input.close();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the process does not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  public static void main(String[] args) throws IOException {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl(args[0]);
    dataSource.setUser(args[1]);
    int workerBits = Integer.parseInt(args[2]);
    long offset = Long.parseLong(args[3]);
    try (SnowflakeGenerator generator =
            SnowflakeGenerator.builder(new JdbcLeaseStore(dataSource))
                .layout(new SnowflakeLayout(ONE_WORKER.epoch(), workerBits, 12))
                .clocks(() -> System.currentTimeMillis() + offset, MonotonicClock.SYSTEM)
                .leaseTtl(TTL)
                .renewEvery(TTL.dividedBy(6))
                .maxWait(Duration.parse(args[4]))
                .build();
        BufferedReader input =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        long[] ids = new long[Integer.parseInt(line)];
        generator.next(ids);
        System.out.println(
            Arrays.stream(ids).mapToObj(Long::toString).collect(Collectors.joining(" ")));
      }
    }
  }
}
