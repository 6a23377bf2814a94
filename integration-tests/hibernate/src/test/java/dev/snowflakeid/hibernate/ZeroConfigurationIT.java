package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
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

/** What happens to a database when nothing is configured. */
@EveryVersion("nothing configured")
@ParameterizedClass
@EnumSource(Engine.class)
class ZeroConfigurationIT {

  private static final String LIVE =
      "select namespace, worker_id from snowflake_lease where owner is not null and owner <> ''"
          + " and expires_at > 0 and (closed_nonce is null or closed_nonce <> nonce)"
          + " and token > 0";
  private static final String SLOTS =
      "select namespace, worker_id, high_water, token, version, nonce from snowflake_lease"
          + " where namespace = 'default' and token > 0 order by worker_id";

  @Parameter Engine engine;
  private DataSource database;

  @BeforeEach
  void create() throws SQLException {
    database = engine.create();
  }

  @Test
  void shouldLeaseFromTheEntitysOwnDatabaseAndGiveBackOnClose() throws SQLException {
    try (Unit unit = Unit.start(database, Order.class)) {
      long id = unit.persist(new Order()).id;

      List<String> live = Sql.rows(database, LIVE);
      assertEquals(List.of("default|" + SnowflakeLayout.DEFAULT.workerOf(id)), live);
    }
    assertEquals(List.of(), Sql.rows(database, LIVE));
  }

  @Test
  void shouldLeaseOnceForEachNamespaceInUse() throws SQLException {
    try (Unit unit = Unit.start(database, Order.class, Invoice.class, Receipt.class)) {
      unit.persist(new Invoice());
      assertEquals(
          List.of("default", "invoices"),
          Sql.rows(database, LIVE).stream()
              .map(row -> row.replaceFirst("\\|.*", ""))
              .sorted()
              .toList());
    }
    assertEquals(List.of(), Sql.rows(database, LIVE));
  }

  @Test
  void shouldLeaveTheLeaseTableAloneWhenAnotherApplicationCreatesAndDrops() throws SQLException {
    try (Unit first = Unit.start(database, Order.class)) {
      first.persist(new Order());
    }
    List<String> before = Sql.rows(database, SLOTS);
    assertEquals(1, before.size());

    Map<String, Object> settings =
        Map.of(
            "hibernate.hbm2ddl.auto",
            "create-drop",
            Unit.PREFIX + "namespace",
            "other",
            "hibernate.physical_naming_strategy",
            "org.hibernate.boot.model.naming.CamelCaseToUnderscoresNamingStrategy");
    try (Unit second = Unit.start(database, settings, Order.class)) {
      second.persist(new Order());
      assertEquals(before, Sql.rows(database, SLOTS));
    }

    assertEquals(before, Sql.rows(database, SLOTS));
    assertEquals(
        List.of("snowflake_lease", "snowflake_lease_record"),
        Sql.tables(database).stream().filter(name -> name.contains("lease")).toList());
  }

  @Test
  void shouldWorkWithAPoolOfOneConnection() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database);
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(2_000);
    try (HikariDataSource pool = new HikariDataSource(config);
        Unit unit = Unit.start(pool, Order.class)) {
      unit.run(
          session -> {
            session.find(Order.class, 1L); // takes the connection
            session.persist(new Order());
          });
      assertTrue(unit.persist(new Order()).id > 0);
    }
    assertEquals(List.of(), Sql.rows(database, LIVE));
  }

  @Test
  void shouldDoNothingWhereNoEntityHasASnowflakeId() throws Exception {
    Threads.awaitNoneOfLeases(); // of an earlier test
    RecordingDataSource recording = new RecordingDataSource(database);
    // a wrong setting: nobody reads it
    Map<String, Object> settings = Map.of(Unit.PREFIX + "nonsense", "1");
    try (Unit unit = Unit.start(recording.dataSource(), settings, Plain.class)) {
      unit.persist(new Plain());
      assertEquals(List.of(), Threads.ofLeases());
    }
    assertEquals(List.of("plain"), Sql.tables(database));
    assertEquals(
        List.of(), recording.drain().stream().filter(sql -> sql.contains("snowflake")).toList());
  }

  @Entity(name = "Orders")
  static class Order {
    @Id @SnowflakeId Long id;
  }

  @Entity(name = "Invoice")
  static class Invoice {
    @Id
    @SnowflakeId(namespace = "invoices")
    Long id;
  }

  @Entity(name = "Receipt")
  static class Receipt {
    @Id
    @SnowflakeId(namespace = "default")
    Long id;
  }

  @Entity(name = "Plain")
  static class Plain {
    @Id Long id = 1L;
  }
}
