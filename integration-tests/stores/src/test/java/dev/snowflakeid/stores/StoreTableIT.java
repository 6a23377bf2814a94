package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import dev.snowflakeid.lease.etcd.EtcdLeaseStore;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.lease.zookeeper.ZooKeeperLeaseStore;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestEtcd;
import dev.snowflakeid.support.TestMariaDb;
import dev.snowflakeid.support.TestPostgres;
import dev.snowflakeid.support.TestZooKeeper;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the table of stores in the documentation: all in one run, an acquisition with the view
 * that it needs.
 */
class StoreTableIT {

  private static final int ROUNDS = 100;
  private static final int WORKERS = 1_024;

  @Test
  void shouldAcquireRenewAndReleaseOnEveryStore(@TempDir Path folder) throws Exception {
    try (TestPostgres postgres = TestPostgres.start();
        HikariDataSource pool = pool(postgres.create())) {
      measure("PostgreSQL", new JdbcLeaseStore(pool));
    }
    try (TestMariaDb mariaDb = TestMariaDb.start();
        HikariDataSource pool = pool(mariaDb.create())) {
      measure("MariaDB", new JdbcLeaseStore(pool));
    }
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl("jdbc:h2:file:" + folder.resolve("ids") + ";WRITE_DELAY=0");
      measure("H2, file", new JdbcLeaseStore(pool));
    }
    for (int members : new int[] {1, 3}) {
      try (TestEtcd etcd = TestEtcd.start(members);
          EtcdLeaseStore store = EtcdLeaseStore.builder(etcd.endpoints()).build()) {
        measure("etcd, " + members, store);
      }
    }
    for (int members : new int[] {1, 3}) {
      try (TestZooKeeper zookeeper = TestZooKeeper.start(members);
          LeaseStore store =
              ZooKeeperLeaseStore.connect(
                  zookeeper.connectString(),
                  ZooKeeperLeaseStore.DEFAULT_ROOT,
                  ZooKeeperLeaseStore.DEFAULT_SESSION_TIMEOUT)) {
        measure("ZooKeeper, " + members, store);
      }
    }
  }

  private static HikariDataSource pool(Database database) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(database.jdbcUrl());
    pool.setUsername(database.user());
    pool.setPassword(database.password());
    return pool;
  }

  private static void measure(String name, LeaseStore store) {
    store.initialize("table", "state=OK", 0, WORKERS - 1);
    Leases leases = new Leases(store, "table");
    long[] acquire = new long[ROUNDS];
    long[] renew = new long[ROUNDS];
    long[] release = new long[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      SlotWrite acquisition = leases.write(leases.slot(i));
      Slot taken = timed(acquire, i, () -> granted(store.acquire(acquisition, leases.admission())));
      SlotWrite renewal = leases.write(taken);
      Slot renewed = timed(renew, i, () -> granted(store.renew(renewal, null)));
      assertTrue(timed(release, i, () -> leases.release(renewed)));
    }
    assertEquals(3 * ROUNDS, store.view("table").slots().stream().mapToLong(Slot::version).sum());
    System.out.printf(
        Locale.ROOT,
        "STORE %-14s ms, median of %d: acquire %5.1f, renew %5.1f, release %5.1f%n",
        name,
        ROUNDS,
        median(acquire),
        median(renew),
        median(release));
  }

  private static Slot granted(Optional<StoredSlot> stored) {
    return stored.orElseThrow().slot();
  }

  private static <T> T timed(long[] nanos, int i, Supplier<T> call) {
    long start = System.nanoTime();
    T result = call.get();
    nanos[i] = System.nanoTime() - start;
    return result;
  }

  private static double median(long[] nanos) {
    Arrays.sort(nanos);
    return nanos[nanos.length / 2] / 1e6;
  }
}
