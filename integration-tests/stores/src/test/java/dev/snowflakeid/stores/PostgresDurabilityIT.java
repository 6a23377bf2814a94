package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestPostgres;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A role's weak {@code synchronous_commit} must not make acknowledged lease writes losable. */
class PostgresDurabilityIT {

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
  void shouldCommitEveryWriteSynchronously() throws SQLException {
    Database owner = postgres.create();
    Database role = Sql.role(owner, "off", "synchronous_commit = off");
    JdbcLeaseStore store = new JdbcLeaseStore(role.dataSource());
    store.view("orders");
    recordSettingAtCommit(owner);

    Leases leases = Leases.on(store);
    assertEquals("on*3", settingsAtCommit(owner)); // a record and two slots
    Slot taken = leases.take(0);
    assertEquals("on*4", settingsAtCommit(owner));
    Slot renewed = leases.renew(taken).orElseThrow();
    assertEquals("on*5", settingsAtCommit(owner));
    assertTrue(leases.release(renewed));
    assertEquals("on*6", settingsAtCommit(owner));
    store.compareAndSet("orders", "blocks", null, "next=1", null);
    assertEquals("on*7", settingsAtCommit(owner));
    store.compareAndSet(
        "orders", "blocks", store.readRecord("orders", "blocks").orElseThrow(), "next=2", null);
    assertEquals("on*8", settingsAtCommit(owner));
    assertEquals("off", Sql.ask(role, "show synchronous_commit"));
  }

  @Test
  void shouldLeaveAStrongerSettingAlone() throws SQLException {
    Database owner = postgres.create();
    Database role = Sql.role(owner, "strong", "synchronous_commit = remote_apply");
    JdbcLeaseStore store = new JdbcLeaseStore(role.dataSource());
    store.view("orders");
    recordSettingAtCommit(owner);

    Leases.on(store).take(0);

    assertEquals("remote_apply*4", settingsAtCommit(owner));
  }

  @Test
  void shouldHaveTheWalOfAnAcquisitionOnDiskWhenItReturns() throws SQLException {
    Database owner = postgres.create();
    Database role = Sql.role(owner, "lazy", "synchronous_commit = off");
    Sql.run(owner, "alter system set wal_writer_delay = '10s'", "select pg_reload_conf()");
    Leases leases = Leases.on(new JdbcLeaseStore(role.dataSource()));
    Slot seen = leases.slot(0);
    String before = Sql.ask(owner, "select pg_current_wal_insert_lsn()");

    Slot taken = leases.store().acquire(leases.write(seen), leases.admission()).get().slot();

    assertEquals(1, taken.token());
    assertEquals(
        "t", Sql.ask(owner, "select pg_current_wal_flush_lsn() > '" + before + "'::pg_lsn"));
  }

  /** A deferred trigger runs at the commit and so sees the setting that the commit obeys. */
  private static void recordSettingAtCommit(Database owner) throws SQLException {
    String create =
        "create constraint trigger at_commit after insert or update on %s"
            + " deferrable initially deferred for each row execute function record_setting()";
    Sql.run(
        owner,
        "create table setting_at_commit (setting text)",
        "grant insert on setting_at_commit to public",
        "create function record_setting() returns trigger language plpgsql as $$ begin"
            + " insert into setting_at_commit values (current_setting('synchronous_commit'));"
            + " return null; end $$",
        create.formatted("snowflake_lease"),
        create.formatted("snowflake_lease_record"));
  }

  private static String settingsAtCommit(Database owner) throws SQLException {
    return Sql.ask(
        owner,
        "select string_agg(setting || '*' || n, ' ') from"
            + " (select setting, count(*) n from setting_at_commit group by setting) s");
  }
}
