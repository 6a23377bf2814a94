package dev.snowflakeid.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.examples.locality.Arrival;
import dev.snowflakeid.examples.locality.Harness;
import dev.snowflakeid.examples.locality.Kind;
import dev.snowflakeid.examples.locality.Outcome;
import dev.snowflakeid.examples.locality.Strategy;
import dev.snowflakeid.examples.locality.Workspace;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In bytes and pages, never in time. The bounds are those that the measured figures give. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LocalityContract {

  private static final int ROWS = 100_000;

  private Workspace workspace;
  private Harness harness;
  private Outcome sequence;

  /** Returns a schema on the server that the tests are for. */
  abstract Workspace open() throws Exception;

  /** Ends what {@link #open()} has started beside the schema. */
  void end() throws Exception {}

  @BeforeAll
  void measureTheSequence() throws Exception {
    workspace = open();
    harness = new Harness(workspace, rows -> {});
    sequence = measure("sequence");
  }

  @AfterAll
  void removeTheSchema() throws Exception {
    try {
      workspace.close();
    } finally {
      end();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"snowflake", "snowflake-64w"})
  void shouldFillPagesAsASequenceDoesWithoutSkew(String strategy) throws SQLException {
    Outcome.Growth snowflake = measure(strategy).last();

    assertWithin(0.01, sequence.last().indexBytes(), snowflake.indexBytes());
    assertWithin(0.01, sequence.last().leafDensity(), snowflake.leafDensity());
    assertWithin(0.01, sequence.last().leafSplits(), snowflake.leafSplits());
    assertBetween(360, 370, ROWS / (snowflake.leafSplits() + 1.0)); // keys of a page, 90 % full
    // A sequence logs its own numbers, too.
    assertBetween(0.95, 1.005, (double) snowflake.walBytes() / sequence.last().walBytes());
  }

  @Test
  void shouldFillPagesAsASequenceDoesWhileTheDisorderFitsAPage() throws SQLException {
    Outcome.Growth snowflake = measure("snowflake-64w-5ms").last();

    assertWithin(0.02, sequence.last().indexBytes(), snowflake.indexBytes());
    assertWithin(0.02, sequence.last().leafDensity(), snowflake.leafDensity());
  }

  @Test
  void shouldSplitPagesInHalfWhenTheDisorderOutgrowsAPage() throws SQLException {
    Outcome snowflake = measure("snowflake-64w-50ms");

    assertBetween(70, 79, snowflake.last().leafDensity());
    assertBetween(1.12, 1.30, sizeAgainstSequence(snowflake));
  }

  @ParameterizedTest
  @ValueSource(strings = {"snowflake-64w-50ms-aligned", "snowflake-1024w-500ms-aligned"})
  void shouldFillPagesAsASequenceDoesWhenClocksAreAligned(String strategy) throws SQLException {
    Outcome snowflake = measure(strategy);

    assertBetween(89, 92, snowflake.last().leafDensity());
    assertBetween(0.98, 1.02, sizeAgainstSequence(snowflake));
  }

  @Test
  void shouldTellRandomKeysApart() throws SQLException {
    Outcome uuid = measure("uuid4");

    assertBetween(60, 76, uuid.last().leafDensity());
    assertBetween(1.6, 2.1, sizeAgainstSequence(uuid));
    assertBetween(10, 1_000, (double) uuid.last().pageImages() / sequence.last().pageImages());
    assertBetween(0.9, 1, changedPart(uuid));
    assertBetween(0, 0.1, changedPart(sequence));
  }

  @Test
  void shouldTellWorkerBitsAboveTimeBitsApart() throws SQLException {
    Outcome control = measure("worker-first-64w");

    assertBetween(45, 62, control.last().leafDensity());
    assertBetween(1.4, 2.0, sizeAgainstSequence(control));
    assertTrue(
        edge(control).changedLeafPages() > 3 * edge(sequence).changedLeafPages(),
        () -> edge(control).toString());
  }

  @Test
  void shouldMeasureTheSameAgain() throws SQLException {
    Outcome.Growth first = measure("snowflake-8w-50ms").last();
    Outcome.Growth second = measure("snowflake-8w-50ms").last();

    assertEquals(first.indexBytes(), second.indexBytes());
    assertEquals(first.leafDensity(), second.leafDensity());
    assertEquals(first.leafSplits(), second.leafSplits());
  }

  @Test
  void shouldTellRandomKeysOfConcurrentClientsApart() throws SQLException {
    Outcome snowflake = harness.concurrent(Kind.SNOWFLAKE, 20_000, 4);
    Outcome uuid = harness.concurrent(Kind.UUID4, 20_000, 4);

    assertBetween(0, 0.5, changedPart(snowflake));
    assertBetween(0.9, 1, changedPart(uuid));
  }

  @Test
  void shouldUseThePrimaryKeyForATimeRange() throws SQLException {
    SnowflakeLayout layout = SnowflakeLayout.DEFAULT;
    Instant start = Instant.parse("2026-11-30T09:00:00Z");
    long from = layout.firstIdAt(start.plusSeconds(60));
    long to = layout.firstIdAt(start.plusSeconds(61));
    try (Connection connection = workspace.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create table ranged (id bigint primary key, payload text)");
      statement.execute(
          "insert into ranged select %s + (n::bigint << 22), 'x' from generate_series(0, 99999) n"
              .formatted(layout.firstIdAt(start)));
      statement.execute("analyze ranged");
      String query = "select payload from ranged where id >= %s and id < %s".formatted(from, to);

      String plan =
          lines(statement.executeQuery("explain (analyze, timing off) " + query))
              .collect(Collectors.joining("\n"));
      assertTrue(plan.contains("Index Scan using ranged_pkey"), plan);
      assertEquals(1_000, lines(statement.executeQuery(query)).count());
      statement.execute("drop table ranged");
    }
  }

  @Test
  void shouldCountTheSplitsThatTheServerLogs() throws SQLException {
    try (Connection connection = workspace.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create extension if not exists pg_walinspect");
      statement.execute("create extension if not exists pgstattuple");
      String start = single(statement, "select pg_current_wal_insert_lsn()");
      statement.execute("create table split (id uuid primary key)");
      statement.execute("insert into split select gen_random_uuid() from generate_series(1, 9999)");
      String end = single(statement, "select pg_current_wal_flush_lsn() from pg_switch_wal()");
      String logged =
          single(
              statement,
              """
              select count(*) from pg_get_wal_records_info('%s', '%s')
              where resource_manager = 'Btree' and record_type like 'SPLIT%%'
                and description ~ 'level:? 0'
              """
                  .formatted(start, end));
      String counted = single(statement, "select leaf_pages - 1 from pgstatindex('split_pkey')");

      assertEquals(logged, counted);
      statement.execute("drop table split");
    }
  }

  private Outcome measure(String strategy) throws SQLException {
    return harness.ordered(Strategy.parse(strategy), ROWS, Arrival.DEFAULT);
  }

  private double sizeAgainstSequence(Outcome outcome) {
    return (double) outcome.last().indexBytes() / sequence.last().indexBytes();
  }

  private static double changedPart(Outcome outcome) {
    return (double) edge(outcome).changedLeafPages() / edge(outcome).leafPages();
  }

  private static Outcome.Edge edge(Outcome outcome) {
    return Objects.requireNonNull(outcome.edge(), "the server tells which pages have changed");
  }

  private static void assertWithin(double part, Number expected, Number actual) {
    assertEquals(expected.doubleValue(), actual.doubleValue(), part * expected.doubleValue());
  }

  private static void assertBetween(double low, double high, double actual) {
    assertTrue(
        low <= actual && actual <= high, "must be %s to %s: value=%s".formatted(low, high, actual));
  }

  private static String single(Statement statement, String query) throws SQLException {
    return lines(statement.executeQuery(query)).findFirst().orElseThrow();
  }

  private static Stream<String> lines(ResultSet rows) throws SQLException {
    Stream.Builder<String> lines = Stream.builder();
    try (rows) {
      while (rows.next()) {
        lines.add(rows.getString(1));
      }
    }
    return lines.build();
  }
}
