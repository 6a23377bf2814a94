package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.snowflakeid.SnowflakeId;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import java.io.Serializable;
import java.sql.SQLException;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A generated part of a composite id (Hibernate left it null: HHH-18524, HHH-17117). */
@EveryVersion("composite ids")
@ParameterizedClass
@EnumSource(Engine.class)
class CompositeIdIT {

  @Parameter Engine engine;
  private Unit unit;

  @BeforeEach
  void start() throws SQLException {
    unit =
        Unit.start(
            engine.create(),
            EmbeddedRecord.class,
            EmbeddedClass.class,
            OfIdClass.class,
            OfIdRecord.class,
            OfIdClassByGetter.class,
            WithPart.class);
  }

  @AfterEach
  void stop() {
    unit.close();
  }

  @Test
  void shouldGenerateAPartOfAnEmbeddedRecord() {
    EmbeddedRecord entity = new EmbeddedRecord();
    entity.pk = new RecordPk(null, 7L);
    unit.persist(entity);

    RecordPk pk = entity.pk;
    assertNotNull(pk.id());
    assertEquals(7L, pk.tenant());
    assertNotNull(unit.call(session -> session.find(EmbeddedRecord.class, pk)));
  }

  @Test
  void shouldGenerateAPartOfAnEmbeddedClass() {
    EmbeddedClass entity = new EmbeddedClass();
    entity.pk = new ClassPk();
    entity.pk.tenant = 7L;
    unit.persist(entity);

    assertNotNull(entity.pk.id);
    assertNotNull(unit.call(session -> session.find(EmbeddedClass.class, entity.pk)));
  }

  @Test
  void shouldGenerateAPartOfAnIdClass() {
    OfIdClass entity = new OfIdClass();
    entity.tenant = 7L;
    unit.persist(entity);

    ClassPk pk = new ClassPk();
    pk.id = Objects.requireNonNull(entity.id);
    pk.tenant = 7L;
    assertNotNull(unit.call(session -> session.find(OfIdClass.class, pk)));
  }

  @Test
  void shouldGenerateAPartOfAnIdClassWithPropertyAccess() {
    assumeFalse(Running.isAtLeast(8, 0), "8.0.0.Beta1 makes no id generator for it");
    OfIdClassByGetter entity = new OfIdClassByGetter();
    entity.setTenant(7L);
    unit.persist(entity);

    GetterPk pk = new GetterPk();
    pk.setId(Objects.requireNonNull(entity.getId()));
    pk.setTenant(7L);
    assertNotNull(unit.call(session -> session.find(OfIdClassByGetter.class, pk)));
  }

  @Test
  void shouldGenerateAnAttributeOfAnEmbeddedObjectAgainForEachRow() {
    WithPart one = unit.persist(new WithPart(1, new Part()));
    Long number = one.part.number;
    WithPart two = unit.persist(new WithPart(2, one.part));

    assertNotNull(number);
    assertNotEquals(number, two.part.number);
  }

  @Test
  void shouldGenerateAPartOfAnIdRecord() {
    OfIdRecord entity = new OfIdRecord();
    entity.tenant = 7L;
    unit.persist(entity);

    RecordPk pk = new RecordPk(Objects.requireNonNull(entity.id), 7L);
    assertNotNull(unit.call(session -> session.find(OfIdRecord.class, pk)));
  }

  @Embeddable
  record RecordPk(@SnowflakeId Long id, Long tenant) implements Serializable {}

  @Embeddable
  static class ClassPk implements Serializable {
    @SnowflakeId Long id;
    Long tenant;

    @Override
    public boolean equals(Object other) {
      return other instanceof ClassPk pk
          && Objects.equals(id, pk.id)
          && Objects.equals(tenant, pk.tenant);
    }

    @Override
    public int hashCode() {
      return Objects.hash(id, tenant);
    }
  }

  @Entity(name = "EmbeddedRecord")
  static class EmbeddedRecord {
    @EmbeddedId RecordPk pk;
  }

  @Entity(name = "EmbeddedClass")
  static class EmbeddedClass {
    @EmbeddedId ClassPk pk;
  }

  @Entity(name = "OfIdClass")
  @IdClass(ClassPk.class)
  static class OfIdClass {
    @Id @SnowflakeId Long id;
    @Id Long tenant;
  }

  @Entity(name = "OfIdRecord")
  @IdClass(RecordPk.class)
  static class OfIdRecord {
    @Id @SnowflakeId Long id;
    @Id Long tenant;
  }

  static class GetterPk extends ClassPk {
    Long getId() {
      return id;
    }

    void setId(Long id) {
      this.id = id;
    }

    Long getTenant() {
      return tenant;
    }

    void setTenant(Long tenant) {
      this.tenant = tenant;
    }
  }

  @Entity(name = "OfIdClassByGetter")
  @IdClass(GetterPk.class)
  static class OfIdClassByGetter {
    private Long id;
    private Long tenant;

    @Id
    @SnowflakeId
    Long getId() {
      return id;
    }

    void setId(Long id) {
      this.id = id;
    }

    @Id
    Long getTenant() {
      return tenant;
    }

    void setTenant(Long tenant) {
      this.tenant = tenant;
    }
  }

  @Embeddable
  static class Part {
    @SnowflakeId
    @Column(name = "number_")
    Long number;
  }

  @Entity(name = "WithPart")
  static class WithPart {
    @Id Integer id;
    @Embedded Part part;

    WithPart() {}

    WithPart(Integer id, Part part) {
      this.id = id;
      this.part = part;
    }
  }
}
