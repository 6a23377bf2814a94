package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real processes on one PostgreSQL. */
@Timeout(120)
class ProcessesIT {

  private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
  private static final SnowflakeLayout ONE = IdProcess.ONE_WORKER;

  private static TestPostgres postgres;
  private Database database;

  @BeforeAll
  static void start() {
    postgres = TestPostgres.start();
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  @BeforeEach
  void create() throws SQLException {
    database = postgres.create();
  }

  private IdProcess process(int workerBits, Duration clockOffset) {
    return IdProcess.start(database, workerBits, clockOffset, IdProcess.TTL.multipliedBy(5));
  }

  private long column(String column) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select " + column + " from snowflake_lease where worker_id = 0")) {
      assertTrue(row.next());
      return row.getLong(1);
    }
  }

  @Test
  void shouldGiveTwoProcessesDifferentWorkers() throws Exception {
    try (IdProcess a = process(10, Duration.ZERO);
        IdProcess b = process(10, Duration.ZERO)) {
      List<Long> ofA = a.ids(20_000);
      List<Long> ofB = b.ids(20_000);
      assertNotEquals(LAYOUT.workerOf(ofA.get(0)), LAYOUT.workerOf(ofB.get(0)));
      Set<Long> all = new HashSet<>(ofA);
      all.addAll(ofB);
      assertEquals(40_000, all.size());
      assertEquals(0, a.stop());
      assertEquals(0, b.stop());
    }
  }

  /** Kind of fault: containers with the same host name and process id share a worker. */
  @Test
  void shouldGiveSixteenProcessesThatStartTogetherSixteenWorkers() throws Exception {
    List<IdProcess> processes = new ArrayList<>();
    try {
      for (int i = 0; i < 16; i++) {
        processes.add(process(10, Duration.ZERO));
      }
      Set<Integer> workers = new HashSet<>();
      for (IdProcess process : processes) {
        workers.add(LAYOUT.workerOf(process.ids(1).get(0)));
      }
      assertEquals(16, workers.size());
    } finally {
      processes.forEach(IdProcess::close);
    }
  }

  @Test
  void shouldStartAtOrAboveTheOldBoundAfterAKill() throws Exception {
    try (IdProcess killed = process(0, Duration.ZERO)) {
      long last = last(killed.ids(5_000));
      killed.kill();
      long bound = column("high_water");
      try (IdProcess next = process(0, Duration.ZERO)) {
        long first = next.ids(1).get(0);
        assertTrue(ONE.instantOf(first).toEpochMilli() >= bound);
        assertTrue(first > last);
        assertEquals(2, column("token"));
      }
    }
  }

  /**
   * Kind of fault: the clock runs ahead, the process dies, a process with a good clock comes. A
   * lease that is only a TTL lets the second one repeat the ids of the first.
   */
  @Test
  void shouldStartAtOrAboveTheOldBoundAfterAKilledProcessWhoseClockWasAhead() throws Exception {
    try (IdProcess killed = process(0, Duration.ofMillis(1_500))) {
      Set<Long> all = new HashSet<>(killed.ids(5_000));
      killed.kill();
      long bound = column("high_water");
      try (IdProcess next = process(0, Duration.ofMillis(-1_500))) {
        List<Long> ids = next.ids(5_000);
        assertTrue(ONE.instantOf(ids.get(0)).toEpochMilli() >= bound);
        all.addAll(ids);
        assertEquals(10_000, all.size());
      }
    }
  }

  @Test
  void shouldStartAboveEveryIssuedIdAfterACleanCloseWithoutWaitingForTheBound() throws Exception {
    try (IdProcess closed = process(0, Duration.ZERO)) {
      long last = last(closed.ids(5_000));
      assertEquals(0, closed.stop());
      long bound = column("high_water");
      assertEquals(ONE.instantOf(last).toEpochMilli() + 1, column("released_at"));
      try (IdProcess next = process(0, Duration.ZERO)) {
        long first = next.ids(1).get(0);
        assertTrue(first > last);
        assertTrue(column("high_water") >= bound, "a clean close must not lower the bound");
        assertEquals(2, column("token"));
      }
    }
  }

  @Test
  void shouldRefuseAProcessWhoseClockIsTenMinutesOff() throws Exception {
    try (IdProcess right = process(10, Duration.ZERO)) {
      right.ids(1);
      for (Duration offset : List.of(Duration.ofMinutes(10), Duration.ofMinutes(-10))) {
        try (IdProcess wrong = IdProcess.start(database, 10, offset, Duration.ZERO)) {
          wrong.ask(1);
          assertEquals(1, wrong.stop(), "fails to make ids");
        }
      }
      assertEquals(1, workersTaken());
    }
  }

  private long workersTaken() throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("select count(*) from snowflake_lease where token > 0")) {
      assertTrue(row.next());
      return row.getLong(1);
    }
  }

  private static long last(List<Long> ids) {
    return ids.get(ids.size() - 1);
  }
}
