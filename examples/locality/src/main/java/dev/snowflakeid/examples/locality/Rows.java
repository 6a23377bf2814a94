package dev.snowflakeid.examples.locality;

import dev.snowflakeid.SnowflakeId;
import io.hypersistence.utils.hibernate.id.Tsid;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.UuidGenerator;

/** One entity per kind of key, all of them of the table {@code measured}. */
final class Rows {

  private Rows() {}

  /** Returns the entity whose keys are of this kind. */
  static Class<? extends Row> entity(Kind kind) {
    return switch (kind) {
      case SEQUENCE -> SequenceRow.class;
      case SEQUENCE50 -> Sequence50Row.class;
      case IDENTITY -> IdentityRow.class;
      case SNOWFLAKE -> SnowflakeRow.class;
      case TSID -> TsidRow.class;
      case UUID7_HIBERNATE -> Uuid7Row.class;
      case UUID4 -> Uuid4Row.class;
      case UUID7_POSTGRESQL, WORKER_FIRST ->
          throw new IllegalArgumentException("Hibernate has no such generator: kind=" + kind);
    };
  }

  static Row make(Kind kind, long number) {
    Row row =
        switch (kind) {
          case SEQUENCE -> new SequenceRow();
          case SEQUENCE50 -> new Sequence50Row();
          case IDENTITY -> new IdentityRow();
          case SNOWFLAKE -> new SnowflakeRow();
          case TSID -> new TsidRow();
          case UUID7_HIBERNATE -> new Uuid7Row();
          case UUID4 -> new Uuid4Row();
          case UUID7_POSTGRESQL, WORKER_FIRST ->
              throw new IllegalArgumentException("Hibernate has no such generator: kind=" + kind);
        };
    row.madeAt = Instant.now();
    row.payload = "customer " + number % 1000;
    return row;
  }

  @MappedSuperclass
  abstract static class Row {
    @Column(name = "made_at")
    Instant madeAt;

    String payload;
  }

  @Entity
  @Table(name = "measured")
  static class SnowflakeRow extends Row {
    @Id @SnowflakeId Long id;
  }

  @Entity
  @Table(name = "measured")
  static class TsidRow extends Row {
    @Id @Tsid Long id;
  }

  @Entity
  @Table(name = "measured")
  static class SequenceRow extends Row {
    @Id
    @GeneratedValue(generator = "measured")
    @SequenceGenerator(name = "measured", sequenceName = "measured_seq", allocationSize = 1)
    Long id;
  }

  @Entity
  @Table(name = "measured")
  static class Sequence50Row extends Row {
    @Id
    @GeneratedValue(generator = "measured")
    @SequenceGenerator(name = "measured", sequenceName = "measured_seq", allocationSize = 50)
    Long id;
  }

  @Entity
  @Table(name = "measured")
  static class IdentityRow extends Row {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long id;
  }

  @Entity
  @Table(name = "measured")
  static class Uuid4Row extends Row {
    @Id
    @UuidGenerator(style = UuidGenerator.Style.RANDOM)
    UUID id;
  }

  @Entity
  @Table(name = "measured")
  static class Uuid7Row extends Row {
    @Id
    @UuidGenerator(style = UuidGenerator.Style.VERSION_7)
    UUID id;
  }
}
