package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Persistence;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/** Two persistence units in {@code META-INF/persistence.xml}, with settings there and in a map. */
@EveryVersion("persistence units")
class PersistenceUnitsIT {

  private static final String LIVE =
      "select namespace from snowflake_lease where token > 0"
          + " and (closed_nonce is null or closed_nonce <> nonce)";

  @Test
  void shouldLeaseForEachPersistenceUnitByItself() throws SQLException {
    DataSource first = Engine.POSTGRES.create();
    DataSource second = Engine.H2.create();
    try (EntityManagerFactory invoices =
        open("invoices", second, Map.of(Unit.PREFIX + "namespace", "from-the-map"))) {
      try (EntityManagerFactory orders = open("orders", first, Map.of())) {
        assertTrue(persist(orders, new Order()).id > 0);
        assertTrue(persist(invoices, new Invoice()).id > 0);
        assertEquals(List.of("from-the-file"), Sql.rows(first, LIVE));
        assertEquals(List.of("from-the-map"), Sql.rows(second, LIVE));
      }
      assertEquals(List.of(), Sql.rows(first, LIVE));
      assertTrue(persist(invoices, new Invoice()).id > 0);
    }
    assertEquals(List.of(), Sql.rows(second, LIVE));
  }

  private static EntityManagerFactory open(
      String unit, DataSource dataSource, Map<String, Object> settings) {
    Map<String, Object> all = new HashMap<>(settings);
    all.put("jakarta.persistence.nonJtaDataSource", dataSource);
    return Persistence.createEntityManagerFactory(unit, all);
  }

  private static <E> E persist(EntityManagerFactory factory, E entity) {
    // Jakarta Persistence 4 has the interfaces of the entity manager changed; Hibernate's stay.
    factory.unwrap(SessionFactory.class).inTransaction(session -> session.persist(entity));
    return entity;
  }

  @Entity(name = "Orders")
  static class Order {
    @Id @SnowflakeId Long id;
  }

  @Entity(name = "Invoice")
  static class Invoice {
    @Id @SnowflakeId Long id;
  }
}
