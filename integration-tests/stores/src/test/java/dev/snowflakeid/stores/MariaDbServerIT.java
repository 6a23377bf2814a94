package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestMariaDb;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that come and go, and what they remember. */
@Timeout(120)
class MariaDbServerIT {

  private static final String[] CRASH_SAFE = {
    "--server-id=7", "--innodb-flush-log-at-trx-commit=1", "--log-bin", "--sync-binlog=1"
  };

  @Test
  void shouldMakeIdsAndReleaseTheWorker() throws SQLException {
    try (TestMariaDb mariaDb = TestMariaDb.start()) {
      Database database = mariaDb.create();
      long[] ids = new long[20_000];
      try (SnowflakeGenerator generator = generator(database)) {
        generator.next(ids);
      }

      for (int i = 1; i < ids.length; i++) {
        assertTrue(ids[i - 1] < ids[i]);
      }
      assertEquals(
          "1",
          Sql.ask(database, "select count(*) from snowflake_lease where nonce = closed_nonce"));
      assertEquals(
          "0", Sql.ask(database, "select count(*) from snowflake_lease where expires_at > 0"));
    }
  }

  @Test
  void shouldGoOnOverARestartOfTheServer() throws SQLException {
    try (TestMariaDb mariaDb = TestMariaDb.start();
        SnowflakeGenerator generator = generator(mariaDb.create())) {
      long before = generator.next();

      mariaDb.kill();
      long without = generator.next();
      assertTrue(before < without);

      mariaDb.restart();
      Instant bound = bound(generator);
      await(() -> bound(generator).isAfter(bound));

      assertTrue(without < generator.next());
      assertEquals(1, generator.status().workersTaken());
    }
  }

  @Test
  void shouldKeepTheGenerationOverARestartThatLosesNothing() throws SQLException {
    try (TestMariaDb mariaDb = TestMariaDb.start(CRASH_SAFE)) {
      Leases leases = Leases.on(new JdbcLeaseStore(mariaDb.create().dataSource()));
      Admission before = leases.admission();
      assertTrue(before.generation().matches("7/[^/]+"), before.generation());

      mariaDb.kill();
      mariaDb.restart();

      assertEquals(before.generation(), leases.admission().generation());
      assertEquals(1, leases.take(0).token());
    }
  }

  @Test
  void shouldTakeARestartForALossWhereACrashMayLoseCommits() throws SQLException {
    try (TestMariaDb mariaDb = TestMariaDb.start("--innodb-flush-log-at-trx-commit=2")) {
      Leases leases = Leases.on(new JdbcLeaseStore(mariaDb.create().dataSource()));
      SlotWrite write = leases.write(leases.slot(0));
      Admission before = leases.admission();
      assertTrue(before.generation().matches("1/[^/]+/[0-9]{10}"), before.generation());
      assertEquals(before.generation(), leases.admission().generation());

      mariaDb.kill();
      awaitNextSecond();
      mariaDb.restart();

      assertNotEquals(before.generation(), leases.admission().generation());
      assertEquals(Optional.empty(), leases.store().acquire(write, before));
      assertTrue(leases.store().acquire(write, leases.admission()).isPresent());
    }
  }

  @Test
  void shouldTellAnotherServerByItsId() throws SQLException {
    try (TestMariaDb primary = TestMariaDb.start(CRASH_SAFE);
        TestMariaDb replica = TestMariaDb.start("--server-id=8")) {
      Admission before = Leases.on(new JdbcLeaseStore(primary.create().dataSource())).admission();
      Leases after = Leases.on(new JdbcLeaseStore(replica.create().dataSource()));
      Slot vacant = after.slot(0);

      assertEquals(before.namespaceRecord(), after.admission().namespaceRecord());
      assertEquals(Optional.empty(), after.store().acquire(after.write(vacant), before));
    }
  }

  @Test
  void shouldWarnOnceOfSettingsThatLoseCommits() throws SQLException {
    try (TestMariaDb mariaDb = TestMariaDb.start("--log-bin", "--sync-binlog=0")) {
      Database database = mariaDb.create();
      Sql.run(mariaDb.administrator(database), "set global innodb_flush_log_at_trx_commit = 0");

      String log = logOf(new JdbcLeaseStore(database.dataSource()));

      assertEquals(2, log.split("innodb_flush_log_at_trx_commit=0 lets a crash", -1).length, log);
      assertEquals(2, log.split("sync_binlog=0 lets a crash", -1).length, log);
    }
  }

  @Test
  void shouldNotWarnOfSettingsThatLoseNothing() throws SQLException {
    try (TestMariaDb mariaDb = TestMariaDb.start(CRASH_SAFE)) {
      assertEquals("", logOf(new JdbcLeaseStore(mariaDb.create().dataSource())));
      Database database = mariaDb.create();
      Sql.run(mariaDb.administrator(database), "set global innodb_flush_log_at_trx_commit = 3");
      assertEquals("", logOf(new JdbcLeaseStore(database.dataSource())));
    }
  }

  private static SnowflakeGenerator generator(Database database) {
    return SnowflakeGenerator.builder(new JdbcLeaseStore(database.dataSource()))
        .leaseTtl(Duration.ofSeconds(30))
        .renewEvery(Duration.ofSeconds(1))
        .maxWait(Duration.ofSeconds(30))
        .build();
  }

  private static Instant bound(SnowflakeGenerator generator) {
    return Objects.requireNonNull(generator.status().bound());
  }

  /** The start time has whole seconds. */
  private static void awaitNextSecond() {
    long second = Instant.now().getEpochSecond();
    await(() -> Instant.now().getEpochSecond() > second);
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      assertFalse(Thread.currentThread().isInterrupted(), "timed out");
      Thread.onSpinWait();
    }
  }

  /** What two calls of the store log, through the simple logger. */
  private static String logOf(JdbcLeaseStore store) {
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      store.view("orders");
      store.view("orders");
    } finally {
      System.setErr(before);
    }
    return log.toString(StandardCharsets.UTF_8);
  }
}
