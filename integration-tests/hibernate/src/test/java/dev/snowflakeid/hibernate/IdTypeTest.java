package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.snowflakeid.SnowflakeId;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.MappedSuperclass;
import java.io.Serializable;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.hibernate.HibernateException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An attribute that cannot hold an id is refused at start, by name. */
@EveryVersion("types that cannot hold an id")
class IdTypeTest {

  private final DataSource database = Engine.h2();

  @ParameterizedTest
  @MethodSource
  void shouldNameAttributeAndAllowedTypesWhenTheTypeIsNotAllowed(
      Class<?> entity, String attribute, Class<?> type) {
    HibernateException e =
        assertThrows(HibernateException.class, () -> Unit.start(database, entity).close());
    assertEquals(
        "an attribute with @SnowflakeId must be a long, Long, String or BigInteger: %s is of type %s"
            .formatted(attribute, type.getName()),
        mappingMessage(e));
  }

  static Stream<Arguments> shouldNameAttributeAndAllowedTypesWhenTheTypeIsNotAllowed() {
    return Stream.of(
        Arguments.of(OfInteger.class, OfInteger.class.getName() + ".id", Integer.class),
        Arguments.of(OfInt.class, OfInt.class.getName() + ".id", Integer.class),
        Arguments.of(OfUuid.class, OfUuid.class.getName() + ".id", UUID.class),
        Arguments.of(
            OfGenericInteger.class, OfGenericInteger.class.getName() + ".id", Integer.class),
        Arguments.of(NotTheId.class, NotTheId.class.getName() + ".number", Integer.class));
  }

  @Test
  void shouldRefuseAnIdOfTypeObject() {
    assertThrows(HibernateException.class, () -> Unit.start(database, OfObject.class).close());
  }

  @ParameterizedTest
  @MethodSource
  void shouldRefuseAPartOfACompositeId(Class<?> entity) {
    HibernateException e =
        assertThrows(HibernateException.class, () -> Unit.start(database, entity).close());
    String message = mappingMessage(e);
    assertEquals(
        "an attribute with @SnowflakeId must be a long, Long, String or BigInteger",
        message.substring(0, Math.max(0, message.indexOf(':'))),
        message);
  }

  static Stream<Class<?>> shouldRefuseAPartOfACompositeId() {
    return Stream.of(OfEmbedded.class, OfIdClass.class);
  }

  private static String mappingMessage(Throwable e) {
    return Stream.iterate(e, cause -> cause != null, Throwable::getCause)
        .map(cause -> String.valueOf(cause.getMessage()))
        .filter(message -> message.contains("@SnowflakeId"))
        .reduce("no message of ours: " + e, (outer, inner) -> inner);
  }

  @Entity(name = "OfInteger")
  static class OfInteger {
    @Id @SnowflakeId Integer id;
  }

  @Entity(name = "OfInt")
  static class OfInt {
    @Id @SnowflakeId int id;
  }

  @Entity(name = "OfUuid")
  static class OfUuid {
    @Id @SnowflakeId UUID id;
  }

  @Entity(name = "OfObject")
  static class OfObject {
    @Id @SnowflakeId Object id;
  }

  @MappedSuperclass
  static class Base<T> {
    @Id @SnowflakeId T id;
  }

  @Entity(name = "OfGenericInteger")
  static class OfGenericInteger extends Base<Integer> {}

  @Entity(name = "NotTheId")
  static class NotTheId {
    @Id Integer id;
    @SnowflakeId Integer number;
  }

  @Embeddable
  record Pk(@SnowflakeId Integer id, Long tenant) implements Serializable {}

  @Entity(name = "OfEmbedded")
  static class OfEmbedded {
    @EmbeddedId Pk pk;
  }

  @Entity(name = "OfIdClass")
  @IdClass(Pk.class)
  static class OfIdClass {
    @Id @SnowflakeId Integer id;
    @Id Long tenant;
  }
}
