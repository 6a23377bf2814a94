package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.LeaseUnavailableException;
import dev.snowflakeid.LeaseUnavailableException.Reason;
import dev.snowflakeid.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** A lease that is wanted within a transaction which holds the pool's only connection. */
@Timeout(value = 25, threadMode = ThreadMode.SEPARATE_THREAD) // less than the start-timeout
class LazyLeaseIT {

  private DataSource database;
  private HikariDataSource pool;

  @BeforeEach
  void create() {
    database = Engine.h2();
    pool = new HikariDataSource();
    pool.setDataSource(database);
    pool.setMaximumPoolSize(1);
    pool.setConnectionTimeout(Duration.ofMinutes(10).toMillis());
  }

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void shouldRefuseAfterMaxWaitAndGoOnOnceThereIsAConnection() throws Exception {
    try (Unit unit = start("500ms")) {
      LeaseUnavailableException e =
          assertThrows(LeaseUnavailableException.class, () -> unit.run(this::persistInTransaction));
      assertEquals(Reason.STARTING, e.reason());
      assertEquals(List.of("0"), Sql.rows(database, "select count(*) from Orders"));

      while (!leased()) { // it needs the connection, so nothing else may ask for that
        Thread.onSpinWait();
      }
      while (!tryToPersist(unit)) { // until the generator has read the store's answer
        Thread.onSpinWait();
      }
      assertEquals(List.of("1"), Sql.rows(database, "select count(*) from Orders"));
    }
  }

  @Test
  void shouldCloseTheSessionFactoryWhileAnIdIsWaitedFor() throws InterruptedException {
    CountDownLatch connected = new CountDownLatch(1);
    CompletableFuture<Void> persisting;
    try (Unit unit = start("1h")) {
      persisting =
          inThread(
              () ->
                  unit.run(
                      session -> {
                        connect(session);
                        connected.countDown();
                        session.persist(new Order());
                      }));
      connected.await();
      while (Threads.ofLeases().isEmpty()) { // until it waits for its lease
        Thread.onSpinWait();
      }
    }
    CompletionException e = assertThrows(CompletionException.class, persisting::join);
    assertEquals(
        Reason.CLOSED, assertInstanceOf(LeaseUnavailableException.class, e.getCause()).reason());
  }

  private Unit start(String maxWait) {
    return Unit.start(
        pool, Map.of(Unit.PREFIX + "eager", false, Unit.PREFIX + "max-wait", maxWait), Order.class);
  }

  private void persistInTransaction(Session session) {
    connect(session);
    session.persist(new Order());
  }

  private static void connect(Session session) {
    session.doWork(connection -> assertTrue(connection.isValid(1)));
  }

  private boolean leased() throws SQLException {
    return Sql.tables(database).contains("snowflake_lease")
        && !Sql.rows(database, "select 1 from snowflake_lease where token > 0").isEmpty();
  }

  private static boolean tryToPersist(Unit unit) {
    try {
      unit.persist(new Order());
      return true;
    } catch (LeaseUnavailableException e) {
      return false;
    }
  }

  private static CompletableFuture<Void> inThread(Runnable task) {
    return CompletableFuture.runAsync(task, command -> new Thread(command).start());
  }

  @Entity(name = "Orders")
  static class Order {
    @Id @SnowflakeId Long id;
  }
}
