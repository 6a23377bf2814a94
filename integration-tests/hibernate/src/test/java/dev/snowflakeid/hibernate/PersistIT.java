package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Table;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.hibernate.annotations.IdGeneratorType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids of every allowed type, wherever the annotation may stand. */
@EveryVersion("id types and places of the annotation")
@ParameterizedClass
@EnumSource(Engine.class)
class PersistIT {

  @Parameter Engine engine;
  private DataSource database;
  private Unit unit;

  @BeforeEach
  void start() throws SQLException {
    database = engine.create();
    unit =
        Unit.start(
            database,
            Wrapper.class,
            Primitive.class,
            Text.class,
            Big.class,
            Getter.class,
            OfLong.class,
            OfString.class,
            Numbered.class,
            Composed.class,
            TwoGenerators.class);
  }

  @AfterEach
  void stop() {
    unit.close();
  }

  @Test
  void shouldGenerateLongIds() {
    Wrapper one = unit.persist(new Wrapper());
    Wrapper two = unit.persist(new Wrapper());
    assertTrue(one.id > 0);
    assertTrue(two.id > one.id);
    assertEquals(two.id, unit.call(session -> session.find(Wrapper.class, two.id)).id);
  }

  @Test
  void shouldGeneratePrimitiveLongIds() {
    Primitive entity = unit.persist(new Primitive());
    assertTrue(entity.id > 0);
    assertNotNull(unit.call(session -> session.find(Primitive.class, entity.id)));
  }

  @Test
  void shouldGenerateStringIds() {
    Text entity = unit.persist(new Text());
    assertTrue(Long.parseLong(entity.id) > 0);
    assertNotNull(unit.call(session -> session.find(Text.class, entity.id)));
  }

  @Test
  void shouldGenerateBigIntegerIds() {
    Big entity = unit.persist(new Big());
    assertTrue(entity.id.signum() > 0);
    assertNotNull(unit.call(session -> session.find(Big.class, entity.id)));
  }

  @Test
  void shouldGenerateIdsWithPropertyAccess() {
    Getter entity = unit.persist(new Getter());
    assertTrue(entity.getId() > 0);
    assertNotNull(unit.call(session -> session.find(Getter.class, entity.getId())));
  }

  @Test
  void shouldResolveTheIdTypeOfAGenericSuperclass() {
    OfLong number = unit.persist(new OfLong());
    OfString text = unit.persist(new OfString());
    assertTrue(number.id > 0);
    assertTrue(Long.parseLong(text.id) > 0);
  }

  @Test
  void shouldGenerateAnAttributeThatIsNotTheIdOnInsertAndKeepItOnUpdate() throws SQLException {
    Numbered entity = new Numbered();
    entity.id = 7;
    unit.persist(entity);
    Long number = entity.number;
    assertTrue(number > 0);

    unit.run(session -> session.find(Numbered.class, 7).title = "changed");

    assertEquals(
        List.of(number + "|changed"), Sql.rows(database, "select number_, title from Numbered"));
  }

  @Test
  void shouldGenerateIdsUnderAnAnnotationOfTheUser() {
    assertTrue(unit.persist(new Composed()).id > 0);
  }

  @Test
  void shouldWinOverGeneratedValue() {
    assertTrue(unit.persist(new TwoGenerators()).id > 1L << 22);
  }

  @Test
  void shouldGenerateIdsWithAStatelessSession() {
    Wrapper entity = new Wrapper();
    unit.runStateless(session -> Stateless.insert(session, entity));
    assertNotNull(unit.call(session -> session.find(Wrapper.class, entity.id)));
  }

  @Test
  void shouldMergeANewEntityWithAnInsertOnly() {
    Wrapper merged = unit.call(session -> session.merge(new Wrapper()));
    Primitive primitive = unit.call(session -> session.merge(new Primitive()));
    assertTrue(Stream.of(merged.id, primitive.id).allMatch(id -> id > 0));
  }

  @Entity(name = "Wrapper")
  static class Wrapper {
    @Id @SnowflakeId Long id;
  }

  @Entity(name = "Primitive")
  static class Primitive {
    @Id @SnowflakeId long id;
  }

  @Entity(name = "Text")
  @Table(name = "text_")
  static class Text {
    @Id @SnowflakeId String id;
  }

  @Entity(name = "Big")
  static class Big {
    @Id @SnowflakeId BigInteger id;
  }

  @Entity(name = "Getter")
  static class Getter {
    private Long id;

    @Id
    @SnowflakeId
    Long getId() {
      return id;
    }

    void setId(Long id) {
      this.id = id;
    }
  }

  @MappedSuperclass
  static class Base<T> {
    @Id @SnowflakeId T id;
  }

  @Entity(name = "OfLong")
  static class OfLong extends Base<Long> {}

  @Entity(name = "OfString")
  static class OfString extends Base<String> {}

  @Entity(name = "Numbered")
  static class Numbered {
    @Id Integer id;

    @SnowflakeId
    @Column(name = "number_")
    Long number;

    String title;
  }

  @IdGeneratorType(SnowflakeIdGenerator.class)
  @SnowflakeId(namespace = "orders")
  @Retention(RetentionPolicy.RUNTIME)
  @interface OrderId {}

  @Entity(name = "Composed")
  static class Composed {
    @Id @OrderId Long id;
  }

  @Entity(name = "TwoGenerators")
  static class TwoGenerators {
    @Id @GeneratedValue @SnowflakeId Long id;
  }
}
