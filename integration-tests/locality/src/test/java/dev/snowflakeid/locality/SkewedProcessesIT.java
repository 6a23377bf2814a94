package dev.snowflakeid.locality;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Processes with real leases whose wall clocks really differ. The skew follows from the rate: the
 * window of disorder is that of ±50 ms at 10 rows per ms.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SkewedProcessesIT {

  private static final int PROCESSES = 4;
  private static final int ROWS = 6_000; // of each process
  private static final double ROWS_PER_MILLI = 0.5; // of each process; a busy machine keeps up
  private static final double WINDOW_ROWS = 1_000;
  private static final double SKEW_SECONDS = WINDOW_ROWS / (PROCESSES * ROWS_PER_MILLI) / 2 / 1_000;
  private static final long PATIENCE_SECONDS = 120; // for a machine under load

  private DebianPostgres server;

  @BeforeAll
  void startServer() throws IOException, InterruptedException, SQLException {
    server = new DebianPostgres();
    server.execute("create extension pgstattuple");
  }

  @AfterAll
  void endServer() throws IOException, InterruptedException {
    server.close();
  }

  @Test
  void shouldAppendWhereClocksDifferAndAreAligned() throws Exception {
    double together = density(0, false);
    double apart = density(SKEW_SECONDS, false);
    double aligned = density(SKEW_SECONDS, true);

    String measured =
        "together=%s apart=%s aligned=%s, clocks ±%s s"
            .formatted(together, apart, aligned, SKEW_SECONDS);
    System.out.println(measured);
    assertTrue(apart < 80 && together > apart + 5, measured);
    assertTrue(aligned > apart + (together - apart) / 2, measured);
  }

  /** Returns the leaf density when the clocks are spread over ± the skew. */
  private double density(double skewSeconds, boolean aligned) throws Exception {
    server.execute("create table measured (id bigint primary key)");
    List<Process> writers = new ArrayList<>();
    try {
      for (int i = 0; i < PROCESSES; i++) {
        writers.add(writer(skewSeconds * (2.0 * i / (PROCESSES - 1) - 1), aligned));
      }
      for (Process writer : writers) {
        awaitReady(writer);
      }
      server.execute("truncate measured");
      for (Process writer : writers) {
        writer.getOutputStream().close();
      }
      for (Process writer : writers) {
        assertTrue(writer.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "a writer does not end");
        assertTrue(writer.exitValue() == 0, "a writer has failed");
      }
      return Double.parseDouble(
          server.query("select avg_leaf_density from pgstatindex('measured_pkey')"));
    } finally {
      writers.forEach(Process::destroyForcibly);
      server.execute("drop table measured");
    }
  }

  private Process writer(double offsetSeconds, boolean aligned) throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("faketime", "-f", String.format(Locale.ROOT, "%+.3fs", offsetSeconds)));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(SkewedWriter.class.getName());
    command.addAll(
        List.of(server.jdbcUrl("postgres"), "" + ROWS, "" + ROWS_PER_MILLI, "" + aligned));
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
    builder.environment().put("DONT_FAKE_MONOTONIC", "1");
    return builder.start();
  }

  private static void awaitReady(Process writer) throws IOException {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8));
    String line = reader.readLine();
    while (line != null && !line.equals("ready")) {
      line = reader.readLine(); // of the log
    }
    assertTrue(line != null, "a writer has ended");
  }
}
