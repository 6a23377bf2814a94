package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.LeaseUnavailableException;
import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.SnowflakeLayout;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A lease begins and ends with its {@code SessionFactory}. */
@EveryVersion("start and end of the lease")
@ParameterizedClass
@EnumSource(Engine.class)
class LifecycleIT {

  private static final String LIVE =
      "select worker_id from snowflake_lease where token > 0"
          + " and (closed_nonce is null or closed_nonce <> nonce)";

  @Parameter Engine engine;
  private DataSource database;

  @BeforeEach
  void create() throws SQLException {
    database = engine.create();
  }

  @Test
  void shouldShareALeaseAmongTheSessionFactoriesOfOneRegistry() throws SQLException {
    StandardServiceRegistry registry = Unit.registry(database, Map.of());
    try {
      SessionFactory first = Unit.build(registry, Order.class);
      SessionFactory second = Unit.build(registry, Order.class);
      assertEquals(worker(first), worker(second));
      assertEquals(1, Sql.rows(database, LIVE).size());

      first.close();
      assertEquals(List.of(String.valueOf(worker(second))), Sql.rows(database, LIVE));

      second.close();
      assertEquals(List.of(), Sql.rows(database, LIVE));
    } finally {
      StandardServiceRegistryBuilder.destroy(registry);
    }
  }

  @Test
  void shouldLeaseAgainForASecondSessionFactoryAfterTheFirstClosed() throws SQLException {
    StandardServiceRegistry registry =
        new StandardServiceRegistryBuilder()
            .applySetting("hibernate.connection.datasource", database)
            .applySetting("hibernate.hbm2ddl.auto", "update")
            .disableAutoClose()
            .build();
    try {
      for (int round = 0; round < 3; round++) {
        try (SessionFactory factory = Unit.build(registry, Order.class)) {
          assertEquals(List.of(String.valueOf(worker(factory))), Sql.rows(database, LIVE));
        }
        assertEquals(List.of(), Sql.rows(database, LIVE));
      }
    } finally {
      StandardServiceRegistryBuilder.destroy(registry);
    }
  }

  @Test
  void shouldTakeNoLeaseBeforeTheFirstIdUnlessEager() throws SQLException {
    Map<String, Object> lazy = Map.of(Unit.PREFIX + "eager", false);
    try (Unit unit = Unit.start(database, lazy, Order.class)) {
      assertEquals(List.of("orders"), Sql.tables(database));
      unit.persist(new Order());
      assertEquals(1, Sql.rows(database, LIVE).size());
    }
    assertEquals(List.of(), Sql.rows(database, LIVE));
  }

  @Test
  void shouldFailTheStartAndLeaveNothingBehindWhenTheSettingsAreWrong() throws Exception {
    RecordingDataSource recording = new RecordingDataSource(database);
    Map<String, Object> wrong = Map.of(Unit.PREFIX + "lease.tll", "60s");

    RuntimeException e =
        assertThrows(
            RuntimeException.class,
            () -> Unit.start(recording.dataSource(), wrong, Order.class).close());

    assertTrue(
        causes(e).anyMatch(m -> m.contains("did you mean hibernate.snowflake.lease.ttl?")),
        e.toString());
    assertEquals(0, recording.open());
    assertEquals(List.of(), Sql.tables(database));
    Threads.awaitNoneOfLeases();
    assertEquals(List.of(), Threads.ofLeases());
  }

  @Test
  void shouldFailTheStartAndLeaveNothingBehindWhenNoLeaseCanBeHad() throws Exception {
    RecordingDataSource recording = new RecordingDataSource(database);
    Map<String, Object> never =
        Map.of(
            Unit.PREFIX + "lease.create-table",
            "never",
            Unit.PREFIX + "fail-fast",
            true,
            Unit.PREFIX + "start-timeout",
            "1s");

    RuntimeException e =
        assertThrows(
            RuntimeException.class,
            () -> Unit.start(recording.dataSource(), never, Order.class).close());

    assertTrue(causes(e).anyMatch(message -> message.contains("snowflake_lease")), e.toString());
    Threads.awaitNoneOfLeases();
    assertEquals(List.of(), Threads.ofLeases());
    assertEquals(0, recording.open());
  }

  @Test
  void shouldGiveBackTheFirstLeaseWhenTheStartFailsAtTheSecond() throws Exception {
    try (Unit other = Unit.start(database, Map.of(Unit.PREFIX + "worker-bits", 5), Other.class)) {
      other.persist(new Other());
    }
    RecordingDataSource recording = new RecordingDataSource(database);

    assertThrows(
        RuntimeException.class,
        () -> Unit.start(recording.dataSource(), Order.class, Other.class).close());

    assertEquals(List.of(), Sql.rows(database, LIVE));
    Threads.awaitNoneOfLeases();
    assertEquals(List.of(), Threads.ofLeases());
    assertEquals(0, recording.open());
  }

  @Test
  void shouldMakeNoIdAfterTheSessionFactoryClosed() {
    SnowflakeRuntime runtime;
    try (Unit unit = Unit.start(database, Order.class)) {
      runtime =
          unit.factory()
              .unwrap(org.hibernate.engine.spi.SessionFactoryImplementor.class)
              .getServiceRegistry()
              .requireService(SnowflakeRuntime.class);
    }
    for (String namespace : List.of("", "another namespace")) {
      LeaseUnavailableException e =
          assertThrows(LeaseUnavailableException.class, () -> runtime.next(namespace));
      assertEquals(LeaseUnavailableException.Reason.CLOSED, e.reason());
    }
  }

  private static int worker(SessionFactory factory) {
    Order order = new Order();
    factory.inTransaction(session -> session.persist(order));
    return SnowflakeLayout.DEFAULT.workerOf(order.id);
  }

  private static Stream<String> causes(Throwable e) {
    return Stream.iterate(e, cause -> cause != null, Throwable::getCause)
        .map(cause -> String.valueOf(cause.getMessage()));
  }

  @Entity(name = "Orders")
  static class Order {
    @Id @SnowflakeId Long id;
  }

  @Entity(name = "Other")
  static class Other {
    @Id
    @SnowflakeId(namespace = "other")
    Long id;
  }
}
