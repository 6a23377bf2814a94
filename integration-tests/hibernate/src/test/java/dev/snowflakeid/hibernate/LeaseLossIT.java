package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.IdGenerationException;
import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.SnowflakeLayout;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A lease that is lost in the middle of a transaction (HHH-18139 hid the cause). */
@EveryVersion("a lease that is lost")
@ParameterizedClass
@EnumSource(Engine.class)
class LeaseLossIT {

  @Parameter Engine engine;
  private DataSource database;

  @BeforeEach
  void create() throws SQLException {
    database = engine.create();
  }

  @Test
  void shouldShowTheCauseAndRollBackWhenTheLeaseIsLostDuringAnInsert() throws SQLException {
    Map<String, Object> settings =
        Map.of(
            Unit.PREFIX + "workers",
            "0-0",
            Unit.PREFIX + "lease.ttl",
            "6s",
            Unit.PREFIX + "lease.renew",
            "100ms",
            Unit.PREFIX + "max-wait",
            "0s");
    try (Unit unit = Unit.start(database, settings, Order.class)) {
      IdGenerationException e =
          assertThrows(
              IdGenerationException.class,
              () ->
                  unit.run(
                      session -> {
                        session.persist(new Order());
                        session.flush();
                        takeOver();
                        while (true) { // until the next renewal notices
                          session.persist(new Order());
                          session.clear();
                        }
                      }));

      assertTrue(e.getMessage().contains("namespace=default"), e.getMessage());
      assertEquals(List.of("0"), Sql.rows(database, "select count(*) from Orders"));
    }
  }

  @Test
  void shouldGoOnWithAnotherWorkerAfterALoss() throws SQLException {
    Map<String, Object> settings =
        Map.of(
            Unit.PREFIX + "lease.ttl",
            "6s",
            Unit.PREFIX + "lease.renew",
            "100ms",
            Unit.PREFIX + "max-wait",
            "10s");
    try (Unit unit = Unit.start(database, settings, Order.class)) {
      Order before = unit.persist(new Order());
      int lost = SnowflakeLayout.DEFAULT.workerOf(before.id);
      takeOver();

      Order after;
      do {
        after = unit.persist(new Order());
        assertTrue(after.id > before.id);
      } while (SnowflakeLayout.DEFAULT.workerOf(after.id) == lost);

      assertNotEquals(lost, SnowflakeLayout.DEFAULT.workerOf(after.id));
    }
  }

  /** What another holder's acquisition leaves behind. */
  private void takeOver() {
    try {
      Sql.update(
          database,
          "update snowflake_lease set token = token + 1, version = version + 1,"
              + " nonce = 'somebody else', owner = 'somebody else',"
              + " expires_at = expires_at + 600000, high_water = high_water + 600000"
              + " where token > 0");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Entity(name = "Orders")
  static class Order {
    @Id @SnowflakeId Long id;
  }
}
