package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.snowflakeid.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.MappingException;
import org.hibernate.Version;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With a Hibernate that is too old the start fails with a message, not with a linkage error. */
@Tag("below-the-floor")
class HibernateFloorIT {

  @Test
  void shouldNameTheFloorInsteadOfFailingToLink() {
    MappingException e =
        assertThrows(MappingException.class, () -> Unit.start(Engine.h2(), Order.class).close());
    assertEquals(
        "@SnowflakeId needs Hibernate ORM 6.6.14.Final or later: version="
            + Version.getVersionString(),
        e.getMessage());
  }

  @Entity(name = "Orders")
  static class Order {
    @Id @SnowflakeId Long id;
  }
}
