package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.hibernate.MappingException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HibernateVersionTest {

  @ParameterizedTest
  @ValueSource(strings = {"6.6.13.Final", "6.6.9.Final", "6.2.0.CR2", "5.6.15.Final", "6.6.0"})
  void shouldNameTheFloorWhenHibernateIsTooOld(String version) {
    MappingException e =
        assertThrows(MappingException.class, () -> HibernateVersion.requireSupported(version));
    assertEquals(
        "@SnowflakeId needs Hibernate ORM 6.6.14.Final or later: version=" + version,
        e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "6.6.14.Final",
        "6.6.100.Final",
        "6.10.0.Final",
        "7.0.0.Final",
        "8.0.0.Beta1",
        "7.4.15.Final-redhat-00001",
        "[WORKING]"
      })
  void shouldLetPassTheFloorAndWhatIsLaterOrUnknown(String version) {
    assertDoesNotThrow(() -> HibernateVersion.requireSupported(version));
  }
}
