package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import dev.snowflakeid.lease.jdbc.ConnectionSource;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestPostgres;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Locks, sessions and servers as they are in production. */
class PostgresSessionIT {

  private static final String LOCK_SLOT =
      "select 1 from snowflake_lease where worker_id = 0 for update";
  private static final String ONE_WAITS =
      "select exists (select 1 from pg_stat_activity"
          + " where datname = current_database() and wait_event_type = 'Lock')";

  private static TestPostgres postgres;

  @BeforeAll
  static void startServer() {
    postgres = TestPostgres.start();
  }

  @AfterAll
  static void stopServer() {
    postgres.close();
  }

  @Test
  void shouldReadTheTimeLineAsAnOrdinaryRole() throws SQLException {
    Database role = Sql.role(postgres.create(), "ordinary");

    String generation = Leases.on(new JdbcLeaseStore(role.dataSource())).admission().generation();

    assertTrue(generation.matches("[0-9]+/[0-9A-F]{8}"), generation);
  }

  @Test
  void shouldFallBackToTheStartTimeWhereTheTimeLineIsForbidden() throws SQLException {
    Database owner = postgres.create();
    Sql.run(owner, "revoke execute on function pg_control_system() from public");
    Leases leases = Leases.on(new JdbcLeaseStore(Sql.role(owner, "narrow").dataSource()));
    Admission admission = leases.admission();
    Slot vacant = leases.slot(0);

    String startTime =
        Sql.ask(owner, "select floor(extract(epoch from pg_postmaster_start_time()) * 1000)");
    assertEquals("start/" + startTime, admission.generation());
    Admission earlier =
        new Admission(
            admission.reading(),
            admission.maxOffsetMillis(),
            admission.namespaceRecord(),
            "start/1");
    assertEquals(Optional.empty(), leases.store().acquire(leases.write(vacant), earlier));
    assertEquals(1, leases.take(0).token());
  }

  @Test
  void shouldTellTheSameTimeInAnyTimeZone() throws SQLException {
    Database database = postgres.create();
    JdbcLeaseStore store = new JdbcLeaseStore(database.dataSource());
    ConnectionSource plain = ConnectionSource.of(database.dataSource());
    JdbcLeaseStore kolkata =
        JdbcLeaseStore.builder(
                new ConnectionSource() {
                  @Override
                  public Connection obtain() throws SQLException {
                    Connection connection = plain.obtain();
                    Sql.run(connection, "set time zone 'Asia/Kolkata'");
                    return connection;
                  }

                  @Override
                  public void release(Connection connection) throws SQLException {
                    plain.release(connection);
                  }
                })
            .build();

    long before = store.view("orders").storeTime().orElseThrow();
    long between = kolkata.view("orders").storeTime().orElseThrow();
    long after = store.view("orders").storeTime().orElseThrow();

    assertTrue(before <= between && between <= after, before + " " + between + " " + after);
  }

  @Test
  void shouldFailWithinItsBoundWhileTheRowIsLocked() throws SQLException {
    Database database = postgres.create();
    try (HikariDataSource pool = poolOfOne(database);
        Connection other = database.dataSource().getConnection()) {
      Leases leases = Leases.on(new JdbcLeaseStore(pool));
      Slot taken = leases.take(0);
      SlotWrite write = leases.write(taken);
      other.setAutoCommit(false);
      Sql.run(other, LOCK_SLOT);

      LeaseStoreException renewal =
          assertThrows(LeaseStoreException.class, () -> leases.store().renew(write, null));
      assertThrows(LeaseStoreException.class, () -> leases.store().read("orders", 0));

      assertTrue(
          renewal
              .getMessage()
              .startsWith("cannot renew worker 0 of namespace orders in PostgreSQL"),
          renewal.getMessage());
      assertTrue(renewal.getMessage().contains("57014"), renewal.getMessage());
      other.rollback();
      assertEquals(taken, leases.slot(0));
      assertTrue(leases.store().renew(write, null).isPresent());
    }
  }

  @Test
  void shouldReadASlotAfterTheWriteThatIsUnderWay() throws Exception {
    Database database = postgres.create();
    Leases leases = Leases.on(new JdbcLeaseStore(database.dataSource()));
    leases.take(0);
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try (Connection other = database.dataSource().getConnection()) {
      other.setAutoCommit(false);
      Sql.run(other, "update snowflake_lease set nonce = 'late' where worker_id = 0");

      Future<Optional<StoredSlot>> reading =
          executor.submit(() -> leases.store().read("orders", 0));
      awaitWaiter(database, reading);
      other.commit();

      assertEquals("late", reading.get().orElseThrow().slot().nonce());
    } finally {
      executor.shutdownNow();
    }
  }

  /** Between the check and the commit nobody may turn the namespace to PENDING. */
  @Test
  void shouldNotAcquireBesideAChangeOfTheNamespaceRecord() throws Exception {
    Database database = postgres.create();
    Leases leases = Leases.on(new JdbcLeaseStore(database.dataSource()));
    Admission admission = leases.admission();
    SlotWrite write = leases.write(leases.slot(0));
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try (Connection other = database.dataSource().getConnection()) {
      other.setAutoCommit(false);
      Sql.run(
          other, "update snowflake_lease_record set version = 2, record_value = 'state=PENDING'");

      Future<Optional<StoredSlot>> acquiring =
          executor.submit(() -> leases.store().acquire(write, admission));
      awaitWaiter(database, acquiring);
      other.commit();

      assertEquals(Optional.empty(), acquiring.get());
      assertFalse(leases.slot(0).live());
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void shouldNotTrustAnAcknowledgementThatTheRowDoesNotConfirm() throws SQLException {
    Database database = postgres.create();
    Leases leases = Leases.on(new JdbcLeaseStore(database.dataSource()));
    Sql.run(
        database,
        "create function overwrite() returns trigger language plpgsql as"
            + " $$ begin new.nonce := 'other'; return new; end $$",
        "create trigger overwrite before update on snowflake_lease"
            + " for each row execute function overwrite()");

    LeaseStoreException failure = assertThrows(LeaseStoreException.class, () -> leases.take(0));

    assertTrue(failure.getMessage().contains("somebody else"), failure.getMessage());
  }

  @Test
  void shouldGiveConnectionsBackAsTheyWere() throws SQLException {
    Database database = postgres.create();
    try (Connection only = database.dataSource().getConnection()) {
      only.setReadOnly(true);
      only.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      only.setNetworkTimeout(Runnable::run, 7_000);
      only.setAutoCommit(false);
      JdbcLeaseStore store = JdbcLeaseStore.builder(lend(only)).build();

      Leases leases = Leases.on(store);
      leases.release(leases.take(0));

      assertTrue(only.isReadOnly());
      assertEquals(Connection.TRANSACTION_SERIALIZABLE, only.getTransactionIsolation());
      assertEquals(7_000, only.getNetworkTimeout());
      assertFalse(only.getAutoCommit());
    }
  }

  @Test
  void shouldLeaveNoTransactionOpen() throws SQLException {
    Database database = postgres.create();
    try (Connection only = database.dataSource().getConnection()) {
      Leases leases = Leases.on(JdbcLeaseStore.builder(lend(only)).build());
      Slot taken = leases.take(0);
      leases.store().read("orders", 0);
      leases.store().initialize("orders", "state=OK", 0, 1);
      leases.release(taken);

      String pid = Sql.ask(only, "select pg_backend_pid()");
      assertEquals(
          "idle", Sql.ask(database, "select state from pg_stat_activity where pid = " + pid));
      assertEquals("0", Sql.ask(database, "select count(*) from pg_locks where pid = " + pid));
    }
  }

  @Test
  void shouldNameThePoolThatGivesNoConnection() throws SQLException {
    try (HikariDataSource pool = poolOfOne(postgres.create());
        Connection hog = pool.getConnection()) {
      JdbcLeaseStore store = new JdbcLeaseStore(pool);

      LeaseStoreException failure =
          assertThrows(LeaseStoreException.class, () -> store.view("orders"));

      assertFalse(hog.isClosed());
      assertTrue(failure.getMessage().contains("connection pool"), failure.getMessage());
      assertTrue(failure.getMessage().contains("tiny-pool"), failure.getMessage());
    }
  }

  @Test
  void shouldFailWhenTheServerIsGone() throws SQLException {
    TestPostgres mortal = TestPostgres.start();
    Database database = mortal.create();
    try (HikariDataSource pool = poolOfOne(database)) {
      Leases leases = Leases.on(new JdbcLeaseStore(pool));
      SlotWrite write = leases.write(leases.take(0));
      mortal.close();

      assertThrows(LeaseStoreException.class, () -> leases.store().renew(write, null));
      assertThrows(LeaseStoreException.class, () -> leases.store().read("orders", 0));
    }
  }

  /** A frozen server obeys no query timeout. */
  @Test
  void shouldFailWithinItsBoundWhenTheServerFreezes() throws Exception {
    Database database = postgres.create();
    int port = URI.create(database.jdbcUrl().substring("jdbc:".length())).getPort();
    try (FreezingProxy proxy = new FreezingProxy(port)) {
      String url = database.jdbcUrl().replace(":" + port + "/", ":" + proxy.port() + "/");
      Database frozen = new Database(url, database.user(), database.password());
      try (Connection only = frozen.dataSource().getConnection()) {
        Leases leases = Leases.on(JdbcLeaseStore.builder(lend(only)).build());
        SlotWrite write = leases.write(leases.take(0));
        proxy.freeze();

        assertThrows(LeaseStoreException.class, () -> leases.store().renew(write, null));
        assertTrue(only.isClosed());
      }
    }
  }

  private static HikariDataSource poolOfOne(Database database) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database.dataSource());
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(1_000);
    config.setPoolName("tiny-pool");
    return new HikariDataSource(config);
  }

  private static ConnectionSource lend(Connection only) {
    return new ConnectionSource() {
      @Override
      public Connection obtain() {
        return only;
      }

      @Override
      public void release(Connection connection) {
        assertEquals(only, connection);
      }
    };
  }

  private static void awaitWaiter(Database database, Future<?> waiter) throws SQLException {
    try (Connection connection = database.dataSource().getConnection()) {
      while (!waiter.isDone() && "f".equals(Sql.ask(connection, ONE_WAITS))) {
        Thread.onSpinWait();
      }
    }
  }
}
