package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import dev.snowflakeid.lease.jdbc.ConnectionSource;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestMariaDb;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Locks, sessions and comparisons as they are in production. */
class MariaDbSessionIT {

  private static final String WAITERS =
      "select variable_value from information_schema.global_status"
          + " where variable_name = 'INNODB_ROW_LOCK_CURRENT_WAITS'";

  private static TestMariaDb mariaDb;

  private final ExecutorService executor = Executors.newCachedThreadPool();
  private Database database;
  private Leases leases;

  @BeforeAll
  static void startServer() {
    mariaDb = TestMariaDb.start();
  }

  @AfterAll
  static void stopServer() {
    mariaDb.close();
  }

  @BeforeEach
  void create() throws SQLException {
    database = mariaDb.create();
    leases = Leases.on(new JdbcLeaseStore(database.dataSource()));
  }

  @AfterEach
  void shutDown() {
    executor.shutdownNow();
  }

  @Test
  void shouldTellTheSameTimeInAnyTimeZone() throws SQLException {
    for (String zone : List.of("-12:00", "+00:00", "+13:00")) {
      try (Connection elsewhere = database.dataSource().getConnection()) {
        Sql.run(elsewhere, "set time_zone = '" + zone + "'");
        JdbcLeaseStore other = JdbcLeaseStore.builder(lend(elsewhere)).build();

        long before = leases.store().view("orders").storeTime().orElseThrow();
        long between = other.view("orders").storeTime().orElseThrow();
        long after = leases.store().view("orders").storeTime().orElseThrow();

        assertTrue(before <= between && between <= after, before + " " + between + " " + after);
      }
    }
    long before = System.currentTimeMillis();
    long between = leases.store().view("orders").storeTime().orElseThrow();
    long after = System.currentTimeMillis();
    assertTrue(before <= between && between <= after, "one machine, one clock: " + between);
  }

  /** Kind of fault: a collation that takes a for A, or ignores blanks, weakens every condition. */
  @Test
  void shouldTellApartWhatDiffersInCaseOrInABlank() {
    Slot taken = leases.take(0);
    Admission admission = leases.admission();
    leases.store().initialize("ORDERS", "state=OK", 5, 5);
    leases.store().initialize("orders ", "state=OK", 6, 6);

    assertEquals(2, leases.store().view("orders").slots().size());
    assertEquals(5, leases.store().view("ORDERS").slots().get(0).worker());
    assertEquals(6, leases.store().view("orders ").slots().get(0).worker());
    for (String nonce : List.of(taken.nonce().toUpperCase(Locale.ROOT), taken.nonce() + " ")) {
      assertNotEquals(taken.nonce(), nonce);
      assertEquals(Optional.empty(), leases.renew(withNonce(taken, nonce)));
      assertFalse(leases.release(withNonce(taken, nonce)));
    }
    SlotWrite write = leases.write(leases.slot(1));
    for (String value : List.of("STATE=OK", "state=OK ")) {
      NamedRecord alike = new NamedRecord(1, value);
      Admission wrong =
          new Admission(
              admission.reading(), admission.maxOffsetMillis(), alike, admission.generation());
      assertEquals(Optional.empty(), leases.store().acquire(write, wrong));
      assertEquals(
          Optional.empty(),
          leases.store().compareAndSet("orders", "namespace", alike, "state=PENDING", null));
    }
    assertEquals(Optional.empty(), leases.store().readRecord("orders", "NAMESPACE"));
    assertTrue(leases.store().acquire(write, admission).isPresent());
  }

  @Test
  void shouldFailWithinItsBoundWhileTheRowIsLocked() throws SQLException {
    Slot taken = leases.take(0);
    SlotWrite write = leases.write(taken);
    try (Connection other = database.dataSource().getConnection()) {
      other.setAutoCommit(false);
      Sql.run(other, "select 1 from snowflake_lease where worker_id = 0 for update");

      LeaseStoreException renewal =
          assertThrows(LeaseStoreException.class, () -> leases.store().renew(write, null));
      assertThrows(LeaseStoreException.class, () -> leases.store().read("orders", 0));

      assertTrue(
          renewal.getMessage().startsWith("cannot renew worker 0 of namespace orders in MariaDB"),
          renewal.getMessage());
      other.rollback();
    }
    assertEquals(taken, leases.slot(0));
    assertTrue(leases.store().renew(write, null).isPresent());
  }

  @Test
  void shouldReadASlotAfterTheWriteThatIsUnderWay() throws Exception {
    leases.take(0);

    Optional<StoredSlot> read =
        beside(
            "update snowflake_lease set nonce = 'late' where namespace = 'orders' and worker_id = 0",
            () -> leases.store().read("orders", 0));

    assertEquals("late", read.orElseThrow().slot().nonce());
  }

  /** After a wait for the lock the row counts as it is then, and so does every other condition. */
  @Test
  void shouldNotRenewBesideAnotherWriteOfTheSlot() throws Exception {
    SlotWrite write = leases.write(leases.take(0));

    Optional<StoredSlot> renewed =
        beside(
            "update snowflake_lease set token = token + 1"
                + " where namespace = 'orders' and worker_id = 0",
            () -> leases.store().renew(write, null));

    assertEquals(Optional.empty(), renewed);
  }

  /** Between the check and the commit nobody may turn the namespace to PENDING. */
  @Test
  void shouldNotAcquireBesideAChangeOfTheNamespaceRecord() throws Exception {
    Admission admission = leases.admission();
    SlotWrite write = leases.write(leases.slot(0));

    Optional<StoredSlot> acquired =
        beside(
            "update snowflake_lease_record set version = 2, record_value = 'state=PENDING'",
            () -> leases.store().acquire(write, admission));

    assertEquals(Optional.empty(), acquired);
    assertFalse(leases.slot(0).live());
  }

  @Test
  void shouldNotTrustAnAcknowledgementThatTheRowDoesNotConfirm() throws SQLException {
    Sql.run(
        database,
        "create trigger overwrite before update on snowflake_lease"
            + " for each row set new.nonce = 'other'");

    LeaseStoreException failure = assertThrows(LeaseStoreException.class, () -> leases.take(0));

    assertTrue(failure.getMessage().contains("somebody else"), failure.getMessage());
  }

  @Test
  void shouldGiveConnectionsBackAsTheyWereAndWithoutATransaction() throws SQLException {
    try (Connection only = database.dataSource().getConnection()) {
      only.setReadOnly(true);
      only.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      only.setNetworkTimeout(Runnable::run, 7_000);
      only.setAutoCommit(false);

      Leases mine = new Leases(JdbcLeaseStore.builder(lend(only)).build(), "orders");
      Slot taken = mine.take(0);
      mine.store().read("orders", 0);
      mine.store().initialize("invoices", "state=OK", 0, 1);
      mine.release(taken);

      assertTrue(only.isReadOnly());
      assertEquals(Connection.TRANSACTION_SERIALIZABLE, only.getTransactionIsolation());
      assertEquals(7_000, only.getNetworkTimeout());
      assertFalse(only.getAutoCommit());
      assertEquals("0", Sql.ask(only, "select @@in_transaction"));
    }
  }

  /** A frozen server obeys no query timeout. */
  @Test
  void shouldFailWithinItsBoundWhenTheServerFreezes() throws Exception {
    int port = URI.create(database.jdbcUrl().substring("jdbc:".length())).getPort();
    try (FreezingProxy proxy = new FreezingProxy(port)) {
      String url = database.jdbcUrl().replace(":" + port + "/", ":" + proxy.port() + "/");
      Database frozen = new Database(url, database.user(), database.password());
      try (Connection only = frozen.dataSource().getConnection()) {
        Leases mine = new Leases(JdbcLeaseStore.builder(lend(only)).build(), "orders");
        SlotWrite write = mine.write(mine.take(0));
        proxy.freeze();

        assertThrows(LeaseStoreException.class, () -> mine.store().renew(write, null));
        assertTrue(only.isClosed());
      }
    }
  }

  /** The result of a call that has to wait until another transaction commits its change. */
  private <T> T beside(String change, Callable<T> call) throws Exception {
    try (Connection other = database.dataSource().getConnection();
        Connection observer = mariaDb.administrator(database).dataSource().getConnection()) {
      other.setAutoCommit(false);
      Sql.run(other, change);
      Future<T> result = executor.submit(call);
      while (!result.isDone() && "0".equals(Sql.ask(observer, WAITERS))) {
        Thread.onSpinWait();
      }
      other.commit();
      return result.get();
    }
  }

  private static Slot withNonce(Slot slot, String nonce) {
    return new Slot(
        slot.worker(),
        slot.highWater(),
        slot.token(),
        slot.version(),
        nonce,
        slot.live(),
        slot.closedNonce(),
        slot.releasedAt(),
        slot.owner());
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
}
