package dev.snowflakeid.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.examples.locality.Main;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The command against a server that was there before, as a process of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommandIT {

  private static final long PATIENCE_SECONDS = 120; // for a machine under load

  private DebianPostgres server;
  @TempDir private Path folder;

  @BeforeAll
  void startServer() throws IOException, InterruptedException, SQLException {
    server = new DebianPostgres();
    server.execute("create user plain", "grant create on database postgres to plain");
  }

  @AfterAll
  void endServer() throws IOException, InterruptedException {
    server.close();
  }

  @Test
  void shouldWriteAReportThatNeedsNothingElse() throws Exception {
    assertEquals(0, run("postgres", "--rows=10000", "--strategies=sequence,snowflake,uuid4"));

    String html = Files.readString(reportPath());
    assertFalse(html.matches("(?s).*(<link|<img| src=|url\\(|@import).*"));
    assertFalse(html.replace("http://www.w3.org/2000/svg", "").contains("http"));
    assertTrue(html.contains("\"strategy\" : \"uuid4\""));
    assertTrue(Files.readString(folder.resolve("report/locality.md")).contains("| uuid4 |"));
    assertTrue(Files.readString(folder.resolve("report/locality.json")).contains("\"edge\" : {"));
    assertFalse(schemaExists());
  }

  @Test
  void shouldSayWhatAnOrdinaryUserCannotMeasure() throws Exception {
    assertEquals(0, run("plain", "--rows=10000", "--strategies=sequence,uuid7-postgresql"));

    String report = Files.readString(folder.resolve("report/locality.md"));
    assertTrue(report.contains("uuid7-postgresql needs PostgreSQL 18"), report);
    assertTrue(report.contains("no extension pgstattuple"), report);
    assertTrue(report.contains("no extension pageinspect"), report);
    assertTrue(report.contains("no checkpoints"), report);
    assertTrue(report.contains("| sequence | ordered | 0.2"), report);
    assertFalse(schemaExists());
  }

  @Test
  void shouldLeaveASchemaAloneThatExists() throws Exception {
    server.execute("create schema snowflake_locality", "create table snowflake_locality.mine ()");
    try {
      assertEquals(2, run("postgres", "--rows=10000"));
      assertTrue(printed("err").contains("schema=snowflake_locality"), printed("err"));
      server.execute("table snowflake_locality.mine");
    } finally {
      server.execute("drop schema snowflake_locality cascade");
    }
  }

  @Test
  void shouldRemoveItsSchemaOnCtrlC() throws Exception {
    Process process = start("postgres", "--rows=100000000");
    while (!schemaExists()) {
      assertFalse(process.waitFor(50, TimeUnit.MILLISECONDS), "it has ended by itself");
    }
    new ProcessBuilder("kill", "-INT", "" + process.pid()).start().waitFor();

    assertEquals(130, await(process));
    assertFalse(schemaExists());
  }

  @Test
  void shouldRouteRowsToThePartitionsOfTheirMonths() throws Exception {
    String sqlOfFirstId =
        "((extract(epoch from timestamptz '%s') * 1000)::bigint - 1735689600000) << 22";
    server.execute("create table orders (id bigint primary key) partition by range (id)");
    assertEquals(0, run("postgres", "months", "--from=2026-01", "--to=2026-03"));
    server.execute(printed("out"));
    server.execute(
        "insert into orders values (%s), (%s)"
            .formatted(
                SnowflakeLayout.DEFAULT.lastIdAt(Instant.parse("2026-01-31T23:59:59.999Z")),
                SnowflakeLayout.DEFAULT.firstIdAt(Instant.parse("2026-02-01T00:00:00Z"))));

    assertEquals("1", server.query("select count(*) from orders_2026_01"));
    assertEquals("1", server.query("select count(*) from orders_2026_02"));
    assertEquals(
        "" + SnowflakeLayout.DEFAULT.firstIdAt(Instant.parse("2026-02-01T00:00:00Z")),
        server.query("select " + sqlOfFirstId.formatted("2026-02-01 00:00:00Z")));
    String plan =
        server.query(
            "explain (format json) select from orders where id >= %s"
                .formatted(
                    SnowflakeLayout.DEFAULT.firstIdAt(Instant.parse("2026-03-01T00:00:00Z"))));
    assertTrue(plan.contains("orders_2026_03") && !plan.contains("orders_2026_01"), plan);
  }

  private int run(String user, String... options) throws IOException, InterruptedException {
    return await(start(user, options));
  }

  private Process start(String user, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-cp", System.getProperty("java.class.path")));
    command.add(Main.class.getName());
    command.addAll(List.of("--jdbc-url", server.jdbcUrl(user), "--clients=0"));
    command.add("--output=" + folder.resolve("report"));
    command.addAll(List.of(options));
    return new ProcessBuilder(command)
        .redirectOutput(Redirect.to(folder.resolve("out").toFile()))
        .redirectError(Redirect.to(folder.resolve("err").toFile()))
        .start();
  }

  private static int await(Process process) throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("the command does not end");
    }
    return process.exitValue();
  }

  private Path reportPath() throws IOException {
    List<String> lines = printed("out").lines().toList();
    return Path.of(lines.get(lines.size() - 1));
  }

  private String printed(String stream) throws IOException {
    return Files.readString(folder.resolve(stream));
  }

  private boolean schemaExists() throws SQLException {
    return server
        .query("select count(*) from pg_namespace where nspname = 'snowflake_locality'")
        .equals("1");
  }
}
