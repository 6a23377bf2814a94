package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.support.TestMariaDb;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Nothing configured, on MariaDB. */
class MariaDbIT {

  private static final String LIVE =
      "select namespace, worker_id from snowflake_lease where token = 1"
          + " and expires_at > unix_timestamp() * 1000";
  private static final String CLOSED =
      "select namespace, worker_id from snowflake_lease where token = 1"
          + " and expires_at = 0 and nonce = closed_nonce";

  @Test
  void shouldLeaseFromTheEntitysOwnDatabaseAndGiveBackOnClose() throws SQLException {
    try (TestMariaDb mariaDb = TestMariaDb.start()) {
      DataSource database = mariaDb.create().dataSource();
      String leased;
      try (Unit unit = Unit.start(database, Order.class)) {
        Order first = unit.persist(new Order());
        Order second = unit.persist(new Order());

        assertTrue(first.id < second.id);
        assertEquals(
            List.of(first.id.toString(), second.id.toString()),
            Sql.rows(database, "select id from Orders order by id"));
        Duration age = Duration.between(SnowflakeLayout.DEFAULT.instantOf(first.id), Instant.now());
        assertTrue(age.abs().compareTo(Duration.ofMinutes(1)) < 0, age.toString());
        leased = "default|" + SnowflakeLayout.DEFAULT.workerOf(first.id);
        assertEquals(List.of(leased), Sql.rows(database, LIVE));
        assertEquals(List.of(), Sql.rows(database, CLOSED));
      }
      assertEquals(List.of(), Sql.rows(database, LIVE));
      assertEquals(List.of(leased), Sql.rows(database, CLOSED));
    }
  }

  @Entity(name = "Orders")
  static class Order {
    @Id @SnowflakeId Long id;
  }
}
