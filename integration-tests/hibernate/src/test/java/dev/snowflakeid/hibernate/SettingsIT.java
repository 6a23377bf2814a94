package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.LeaseStatus;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.lease.FixedWorker;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.hibernate.engine.jdbc.connections.spi.AbstractDataSourceBasedMultiTenantConnectionProviderImpl;
import org.hibernate.resource.beans.container.spi.BeanContainer;
import org.hibernate.resource.beans.container.spi.ContainedBean;
import org.hibernate.resource.beans.spi.BeanInstanceProducer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Settings on their way from Hibernate to the generator. */
@ExtendWith(Databases.class)
class SettingsIT {

  private DataSource database;

  @BeforeEach
  void create() throws SQLException {
    database = Engine.POSTGRES.create();
  }

  @Test
  void shouldListTheKnownSettingsWhenOneIsUnknown() {
    assertRefused(
        Map.of("nonsense", "1"),
        "unknown setting: hibernate.snowflake.nonsense; did you mean hibernate.snowflake.");
    assertRefused(Map.of("nonsense", "1"), "lease.store, lease.renew, lease.ttl");
  }

  @Test
  void shouldFailTheStartWithTheFixedStoreAndNoWorkerId() {
    assertRefused(
        Map.of("lease.store", "fixed"),
        "must be set, and differ in each process, with lease.store=fixed:"
            + " hibernate.snowflake.worker-id=(not set)");
  }

  @Test
  void shouldFailTheStartWhenSettingsDoNotGoTogether() {
    assertRefused(
        Map.of("lease.ttl", "10s", "lease.renew", "5s"),
        "renewal interval must be at least 1 ms and at most a third of the TTL");
    assertRefused(Map.of("lease.ttl", "3s"), "(settings under hibernate.snowflake.)");
  }

  @Test
  void shouldFailTheStartWhenSettingsDoNotGoTogetherAlsoIfTheLeaseIsTakenLater() {
    assertRefused(
        Map.of("eager", false, "lease.ttl", "10s", "lease.renew", "5s"),
        "renewal interval must be at least 1 ms and at most a third of the TTL");
    assertRefused(
        Map.of("eager", false, "lease.store", "etcd", "lease.etcd.endpoints", "localhost:2379"),
        "(hibernate.snowflake.lease.etcd.*)");
    assertRefused(
        Map.of(
            "eager",
            false,
            "lease.store",
            "zookeeper",
            "lease.zookeeper.connect",
            "127.0.0.1:1",
            "lease.zookeeper.root",
            "ids"),
        "(hibernate.snowflake.lease.zookeeper.*)");
  }

  @Test
  void shouldUseTheFixedWorkerWithoutAnyTable() throws SQLException {
    Map<String, Object> settings =
        Map.of(
            Unit.PREFIX + "lease.store",
            "fixed",
            Unit.PREFIX + "worker-id",
            "7",
            Unit.PREFIX + "epoch",
            "2026-01-01T00:00:00Z");
    try (Unit unit = Unit.start(database, settings, Order.class, Invoice.class)) {
      SnowflakeLayout layout = new SnowflakeLayout(Instant.parse("2026-01-01T00:00:00Z"), 10, 12);
      assertEquals(7, layout.workerOf(unit.persist(new Order()).id));
      assertEquals(7, layout.workerOf(unit.persist(new Invoice()).id));
    }
    assertEquals(List.of("invoice", "orders"), Sql.tables(database));
  }

  @Test
  void shouldLeaseFromADatabaseOfItsOwn() throws SQLException {
    DataSource leases = Engine.POSTGRES.create();
    Map<String, Object> settings = Map.of(Unit.PREFIX + "lease.datasource", leases);
    try (Unit unit = Unit.start(database, settings, Order.class)) {
      unit.persist(new Order());
    }
    assertEquals(List.of("orders"), Sql.tables(database));
    assertEquals(List.of("snowflake_lease", "snowflake_lease_record"), Sql.tables(leases));
  }

  @Test
  void shouldNameTheSettingWhenTheDataSourceIsNotInJndi() {
    assertRefused(
        Map.of("lease.datasource", "java:/leases"),
        "must be the JNDI name of a DataSource: hibernate.snowflake.lease.datasource=java:/leases");
  }

  @Test
  void shouldLeaseInASchemaOfItsOwn() throws SQLException {
    Sql.update(database, "create schema leases");
    Map<String, Object> settings = Map.of(Unit.PREFIX + "lease.schema", "leases");
    try (Unit unit = Unit.start(database, settings, Order.class)) {
      unit.persist(new Order());
    }
    assertEquals(
        List.of("leases"),
        Sql.rows(
            database,
            "select table_schema from information_schema.tables where table_name = 'snowflake_lease'"));
  }

  @Test
  void shouldAskForADataSourceWithADatabaseForEachTenant() {
    Map<String, Object> tenants =
        Map.of("hibernate.multi_tenant_connection_provider", new Tenants(database));
    assertRefused(tenants, "set hibernate.snowflake.lease.datasource", "");
    assertRefused(
        Map.of(
            "hibernate.multi_tenant_connection_provider",
            new Tenants(database),
            Unit.PREFIX + "eager",
            "false"),
        "set hibernate.snowflake.lease.datasource",
        "");
  }

  @Test
  void shouldLeaseOnceForAllTenants() throws SQLException {
    DataSource leases = Engine.POSTGRES.create();
    Map<String, Object> settings =
        Map.of(
            "hibernate.multi_tenant_connection_provider",
            new Tenants(database),
            Unit.PREFIX + "lease.datasource",
            leases);
    Sql.update(database, "create table Orders (id bigint primary key)");
    try (Unit unit = Unit.start(database, settings, Order.class)) {
      for (String tenant : List.of("a", "b")) {
        try (var session =
            unit.factory().withOptions().tenantIdentifier((Object) tenant).openSession()) {
          session.beginTransaction();
          session.persist(new Order());
          session.getTransaction().commit();
        }
      }
    }
    assertEquals(List.of("2"), Sql.rows(database, "select count(*) from Orders"));
    assertEquals(
        List.of("1"), Sql.rows(leases, "select count(*) from snowflake_lease where token > 0"));
  }

  @Test
  void shouldUseAndNotCloseAGeneratorThatIsPassedIn() throws SQLException {
    try (SnowflakeGenerator existing = generator()) {
      Map<String, Object> settings = Map.of(Unit.PREFIX + "generator", existing);
      try (Unit unit = Unit.start(database, settings, Order.class)) {
        assertEquals(3, SnowflakeLayout.DEFAULT.workerOf(unit.persist(new Order()).id));
      }
      assertEquals(LeaseStatus.State.ACTIVE, existing.status().state());
      assertTrue(existing.next() > 0);
    }
    assertEquals(List.of("orders"), Sql.tables(database));
  }

  @Test
  void shouldRefuseANamespaceThatTheExistingGeneratorDoesNotServe() {
    try (SnowflakeGenerator existing = generator()) {
      RuntimeException e =
          assertThrows(
              RuntimeException.class,
              () ->
                  Unit.start(database, Map.of(Unit.PREFIX + "generator", existing), Invoice.class)
                      .close());
      assertSays(
          e,
          "@SnowflakeId(namespace = \"invoices\") needs a generator of that namespace; that of"
              + " hibernate.snowflake.generator is for default");
    }
  }

  @Test
  void shouldFindTheGeneratorInTheBeanContainer() {
    try (SnowflakeGenerator existing = generator()) {
      for (Object reference : List.of("ids", "*", SnowflakeGenerator.class)) {
        Map<String, Object> settings =
            Map.of(
                "hibernate.resource.beans.container",
                new Beans(existing),
                Unit.PREFIX + "generator",
                reference);
        try (Unit unit = Unit.start(database, settings, Order.class)) {
          assertEquals(3, SnowflakeLayout.DEFAULT.workerOf(unit.persist(new Order()).id));
        }
        assertEquals(LeaseStatus.State.ACTIVE, existing.status().state());
      }
    }
  }

  @Test
  void shouldNameTheSettingWhenThereIsNoSuchGenerator() {
    try (SnowflakeGenerator existing = generator()) {
      assertRefused(
          Map.of(
              "hibernate.resource.beans.container",
              new Beans(existing),
              Unit.PREFIX + "generator",
              "other"),
          "there must be a bean of that name and of type dev.snowflakeid.SnowflakeGenerator:"
              + " hibernate.snowflake.generator=other",
          "");
    }
    assertRefused(
        Map.of("generator", "ids"),
        "a bean needs a bean container such as Spring's or CDI's:"
            + " hibernate.snowflake.generator=ids");
    assertRefused(
        Map.of("generator", 5),
        "must be a SnowflakeGenerator, its class, the name of a bean, or * for the only such bean:"
            + " hibernate.snowflake.generator=5");
  }

  private void assertRefused(Map<String, Object> settings, String message) {
    assertRefused(settings, message, Unit.PREFIX);
  }

  private void assertRefused(Map<String, Object> settings, String message, String prefix) {
    Map<String, Object> prefixed =
        settings.entrySet().stream()
            .collect(Collectors.toMap(e -> prefix + e.getKey(), Map.Entry::getValue));
    RuntimeException e =
        assertThrows(
            RuntimeException.class, () -> Unit.start(database, prefixed, Order.class).close());
    assertSays(e, message);
  }

  private static void assertSays(Throwable e, String message) {
    List<String> messages =
        Stream.iterate(e, cause -> cause != null, Throwable::getCause)
            .map(cause -> String.valueOf(cause.getMessage()))
            .toList();
    assertTrue(messages.stream().anyMatch(each -> each.contains(message)), messages.toString());
  }

  private static SnowflakeGenerator generator() {
    return SnowflakeGenerator.builder(new FixedWorker(3)).build();
  }

  /** A container that knows one bean, by type and by the name {@code ids}. */
  private record Beans(SnowflakeGenerator bean) implements BeanContainer {
    @Override
    public <B> ContainedBean<B> getBean(
        Class<B> type, LifecycleOptions options, BeanInstanceProducer fallback) {
      return contained(
          type,
          type == SnowflakeGenerator.class && !options.useJpaCompliantCreation()
              ? type.cast(bean)
              : fallback.produceBeanInstance(type));
    }

    @Override
    public <B> ContainedBean<B> getBean(
        String name, Class<B> type, LifecycleOptions options, BeanInstanceProducer fallback) {
      return contained(
          type,
          name.equals("ids") && !options.useJpaCompliantCreation()
              ? type.cast(bean)
              : fallback.produceBeanInstance(name, type));
    }

    @Override
    public void stop() {}

    private static <B> ContainedBean<B> contained(Class<B> type, B instance) {
      return new ContainedBean<B>() {
        @Override
        public B getBeanInstance() {
          return instance;
        }

        @SuppressWarnings("unchecked")
        public Class<B> getBeanClass() {
          return (Class<B>) instance.getClass();
        }
      };
    }
  }

  /** All tenants in one database, which Hibernate does not know. */
  private static final class Tenants
      extends AbstractDataSourceBasedMultiTenantConnectionProviderImpl<Object> {
    private static final long serialVersionUID = 1L;
    private final transient DataSource dataSource;

    Tenants(DataSource dataSource) {
      this.dataSource = dataSource;
    }

    @Override
    protected DataSource selectAnyDataSource() {
      return dataSource;
    }

    @Override
    protected DataSource selectDataSource(Object tenant) {
      return dataSource;
    }
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
}
