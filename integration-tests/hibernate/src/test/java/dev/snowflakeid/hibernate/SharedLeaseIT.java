package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.SnowflakeLayout;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** SessionFactories of one JVM on one database, as test contexts are. */
@ExtendWith(Databases.class)
@ParameterizedClass
@EnumSource(Engine.class)
class SharedLeaseIT {

  private static final String LIVE =
      "select worker_id from snowflake_lease where token > 0"
          + " and (closed_nonce is null or closed_nonce <> nonce)";
  private static final int CONTEXTS = 200;
  private static final int CACHED = 8; // test contexts that are open at the same time

  @Parameter Engine engine;
  private DataSource database;

  @BeforeEach
  void create() throws SQLException {
    database = engine.create();
  }

  @Test
  void shouldUseOneWorkerAtATimeForManyContextsOneAfterTheOther() throws SQLException {
    long last = 0;
    for (int i = 0; i < CONTEXTS; i++) {
      try (Unit unit = start(i)) {
        long id = unit.persist(new Order()).id;
        assertTrue(id > last);
        last = id;
        assertEquals(1, Sql.rows(database, LIVE).size());
      }
    }
    assertEquals(List.of(), Sql.rows(database, LIVE));
  }

  @Test
  void shouldUseOneWorkerForManyContextsThatOverlap() throws SQLException {
    List<Unit> open = new ArrayList<>();
    Set<Integer> workers = ConcurrentHashMap.newKeySet();
    long last = 0;
    for (int i = 0; i < CONTEXTS; i++) {
      if (open.size() == CACHED) {
        open.remove(0).close();
      }
      open.add(start(i));
      for (Unit each : List.of(open.get(open.size() - 1), open.get(0))) {
        long id = each.persist(new Order()).id;
        assertTrue(id > last);
        last = id;
        workers.add(SnowflakeLayout.DEFAULT.workerOf(id));
      }
      assertEquals(1, Sql.rows(database, LIVE).size());
    }
    open.forEach(Unit::close);
    assertEquals(1, workers.size());
    assertEquals(List.of(), Sql.rows(database, LIVE));
  }

  @Test
  void shouldMakeEveryIdOnceWhileContextsComeAndGoInSeveralThreads() throws Exception {
    Unit.start(database, Order.class).close(); // the table, for all of them
    Set<Long> ids = ConcurrentHashMap.newKeySet();
    Callable<Void> comeAndGo =
        () -> {
          for (int i = 0; i < 15; i++) {
            try (Unit unit = Unit.start(database, Order.class)) {
              assertTrue(ids.add(unit.persist(new Order()).id));
            }
          }
          return null;
        };
    inThreads(4, comeAndGo);
    assertEquals(List.of("60"), Sql.rows(database, "select count(*) from Orders"));
    assertEquals(List.of(), Sql.rows(database, LIVE));
  }

  @Test
  void shouldRenewThroughTheSecondPoolWhenTheFirstCloses() throws SQLException {
    RecordingDataSource first = new RecordingDataSource(database);
    RecordingDataSource second = new RecordingDataSource(database);
    Map<String, Object> often = Map.of(Unit.PREFIX + "lease.renew", "50ms");
    try (HikariDataSource pool = pool(second)) {
      Unit other;
      long id;
      try (HikariDataSource closing = pool(first);
          Unit unit = Unit.start(closing, often, Order.class)) {
        other = Unit.start(pool, often, Order.class);
        first.drain();
        second.drain();
        awaitRenewals(first);
        assertEquals(0, renewals(second));
        id = unit.persist(new Order()).id;
      }
      first.drain();
      second.drain();
      awaitRenewals(second);
      assertEquals(0, renewals(first));
      assertEquals(0, first.open());
      assertTrue(other.persist(new Order()).id > id);
      assertEquals(1, Sql.rows(database, LIVE).size());
      assertEquals(List.of("1"), Sql.rows(database, "select sum(token) from snowflake_lease"));
      other.close();
    }
    assertEquals(List.of(), Sql.rows(database, LIVE));
  }

  @Test
  void shouldLeaseInEachOfTwoDatabases() throws SQLException {
    DataSource another = engine.create();
    try (Unit unit = Unit.start(database, Order.class);
        Unit other = Unit.start(another, Order.class)) {
      unit.persist(new Order());
      other.persist(new Order());
      assertEquals(1, Sql.rows(database, LIVE).size());
      assertEquals(1, Sql.rows(another, LIVE).size());
    }
  }

  @Test
  void shouldLeaseAgainInADatabaseThatWasCreatedAgainAtTheSameAddress() throws SQLException {
    try (Unit unit = Unit.start(database, Order.class)) {
      unit.persist(new Order());
      engine.createAgain(database);
      try (Unit other = Unit.start(database, Order.class)) {
        other.persist(new Order());
        assertEquals(1, Sql.rows(database, LIVE).size());
      }
    }
  }

  @Test
  void shouldShareAmongSessionFactoriesThatTakeTheLeaseWithTheFirstId() throws SQLException {
    Map<String, Object> lazy = Map.of(Unit.PREFIX + "eager", false);
    try (Unit unit = Unit.start(database, Order.class);
        Unit late = Unit.start(database, lazy, Order.class)) {
      long id = unit.persist(new Order()).id;
      assertTrue(late.persist(new Order()).id > id);
      assertEquals(1, Sql.rows(database, LIVE).size());
    }
    assertEquals(List.of(), Sql.rows(database, LIVE));
  }

  /** The first one makes the table. */
  private Unit start(int number) {
    Map<String, Object> settings =
        Map.of("hibernate.hbm2ddl.auto", number == 0 ? "update" : "none");
    return Unit.start(database, settings, Order.class);
  }

  private static HikariDataSource pool(RecordingDataSource recording) {
    HikariDataSource pool = new HikariDataSource();
    pool.setDataSource(recording.dataSource());
    return pool;
  }

  private static void awaitRenewals(RecordingDataSource recording) {
    for (int seen = 0; seen < 3; seen += renewals(recording)) {
      Thread.onSpinWait();
    }
  }

  private static int renewals(RecordingDataSource recording) {
    return (int)
        recording.drain().stream()
            .filter(sql -> sql.toLowerCase().startsWith("update snowflake_lease"))
            .count();
  }

  private static void inThreads(int count, Callable<Void> task) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Future<Void>> results = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        results.add(threads.submit(task));
      }
      for (Future<Void> result : results) {
        result.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Entity(name = "Orders")
  static class Order {
    @Id @SnowflakeId Long id;
  }
}
