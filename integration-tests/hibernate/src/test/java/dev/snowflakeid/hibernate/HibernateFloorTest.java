package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.snowflakeid.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.MappingException;
import org.hibernate.Version;
import org.junit.jupiter.api.Test;

/** With a Hibernate that is too old the start fails with a message, not with a linkage error. */
class HibernateFloorTest {

  @Test
  void shouldNameTheFloorInsteadOfFailingToLink() {
    String version = Version.getVersionString();
    assumeTrue(
        isTooOld(version), "applies below 6.6.14, for example -Dhibernate.version=6.6.13.Final");

    MappingException e =
        assertThrows(MappingException.class, () -> Unit.start(Engine.h2(), Order.class).close());
    assertEquals(
        "@SnowflakeId needs Hibernate ORM 6.6.14.Final or later: version=" + version,
        e.getMessage());
  }

  private static boolean isTooOld(String version) {
    return !Running.isAtLeast(6, 6) || version.matches("6\\.6\\.(\\d|1[0-3])\\..*");
  }

  @Entity(name = "Orders")
  static class Order {
    @Id @SnowflakeId Long id;
  }
}
