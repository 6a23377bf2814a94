package dev.snowflakeid.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens to PostgreSQL alone; an immediate stop and start is in {@link OutageIT}. */
@Timeout(300)
class PostgresFaultsIT {

  private static final String BOUND = "select high_water from snowflake_lease where worker_id = 0";
  private static final String RECEIVERS = "select count(*) from pg_stat_wal_receiver";

  @Test
  void shouldResumeWhenTheServerAndItsBackendsWereFrozenPastTheBound() {
    try (PostgresNode server = PostgresNode.create();
        Fleet fleet = fleet(server)) {
      Generating process = fleet.start().awaitIds(1_000);
      server.freeze();
      process.awaitBound();
      process.awaitRefusal();
      server.thaw();
      process.awaitIds(2_000);

      fleet.stopAndAssertClean();
    }
  }

  @Test
  void shouldResumeWhenThePostmasterWasFrozenSoThatNobodyCouldConnect() {
    try (PostgresNode server = PostgresNode.create();
        Fleet fleet = fleet(server)) {
      Generating process = fleet.start().awaitIds(1_000);
      server.freezePostmaster();
      process.awaitBound();
      process.awaitRefusal();
      server.thaw();
      process.awaitIds(2_000);

      fleet.stopAndAssertClean();
    }
  }

  @Test
  void shouldResumeWhenTheTableWasLockedPastTheBound() throws SQLException {
    try (PostgresNode server = PostgresNode.create();
        Fleet fleet = fleet(server)) {
      Generating process = fleet.start().awaitIds(1_000);
      try (Connection connection = server.database().dataSource().getConnection();
          Statement statement = connection.createStatement()) {
        connection.setAutoCommit(false);
        statement.execute("lock table snowflake_lease in access exclusive mode");
        process.awaitBound();
        process.awaitRefusal();
        connection.rollback();
      }
      process.awaitIds(2_000);

      fleet.stopAndAssertClean();
    }
  }

  /**
   * Kind of fault: a failover loses acknowledged renewals, so that the new primary does not know
   * how far the lease of a process goes, which hears nothing of the failover, while another one
   * waits for its very worker.
   */
  @Test
  void shouldNotRepeatIdsWhenAStandbyThatLacksTheLastWritesIsPromoted() throws Exception {
    try (PostgresNode primary = PostgresNode.create();
        PostgresNode standby = primary.standby();
        TcpProxy toPrimary = new TcpProxy(primary.port());
        TcpProxy toStandby = new TcpProxy(standby.port());
        Fleet fleet = new Fleet(setup(primary.port(), standby.port()))) {
      Generating holder = fleet.start(setup(toPrimary.port(), toStandby.port())).awaitIds(1_000);
      Generating waiting = fleet.start();
      waiting.awaitRefusal();
      standby.await("the lease", () -> standby.ask(BOUND).equals(primary.ask(BOUND)));
      standby.execute("alter system set primary_conninfo = ''");
      standby.execute("select pg_reload_conf()");
      standby.await("the end of replication", () -> standby.ask(RECEIVERS).equals("0"));
      String known = standby.ask(BOUND);
      holder.awaitIds(8_000);
      assertNotEquals(known, primary.ask(BOUND), "renewals were acknowledged and will be lost");

      toPrimary.cut();
      toStandby.cut();
      primary.stopImmediately();
      standby.execute("select pg_promote()");
      assertEquals(known, standby.ask(BOUND));
      waiting.awaitIds(2_000);
      toPrimary.heal();
      toStandby.heal();
      assertTrue(waiting.stop());
      holder.awaitIds(2_000);

      fleet.stopAndAssertClean();
    }
  }

  private static Setup setup(int... ports) {
    return Backend.setup(PostgresNode.primaryAt(ports)).withOneWorker();
  }

  private static Fleet fleet(PostgresNode server) {
    return new Fleet(Backend.setup(server.database()).withOneWorker());
  }
}
