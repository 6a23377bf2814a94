package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** JDBC batches as the driver sees them. */
@EveryVersion("JDBC batches")
@ParameterizedClass
@EnumSource(Engine.class)
class BatchIT {

  @Parameter Engine engine;
  private RecordingDataSource recording;
  private Unit unit;

  @BeforeEach
  void start() throws SQLException {
    recording = new RecordingDataSource(engine.create());
    unit =
        Unit.start(
            recording.dataSource(),
            Map.of("hibernate.jdbc.batch_size", 50, "hibernate.order_inserts", true),
            Item.class,
            Animal.class,
            Dog.class,
            Cat.class);
    recording.drain();
  }

  @AfterEach
  void stop() {
    unit.close();
  }

  @Test
  void shouldInsertInFullBatchesWithoutAnotherStatement() {
    unit.run(session -> IntStream.range(0, 120).forEach(i -> session.persist(new Item())));

    assertEquals(
        List.of("batch[50]", "batch[50]", "batch[20]"),
        recording.drainOfThisThread().stream()
            .map(sql -> sql.replaceFirst(" insert into Item .*", ""))
            .toList());
  }

  @Test
  void shouldInsertInFullBatchesWithAStatelessSession() {
    unit.runStateless(
        session -> {
          session.setJdbcBatchSize(50);
          IntStream.range(0, 120).forEach(i -> Stateless.insert(session, new Item()));
        });

    assertEquals(
        List.of("batch[50]", "batch[50]", "batch[20]"),
        recording.drainOfThisThread().stream()
            .map(sql -> sql.replaceFirst(" insert into Item .*", ""))
            .toList());
  }

  @Test
  void shouldBatchAJoinedHierarchyAndAscendInPersistOrder() {
    List<Animal> animals =
        IntStream.range(0, 100).mapToObj(i -> i % 2 == 0 ? new Dog() : new Cat()).toList();
    unit.run(session -> animals.forEach(session::persist));

    assertEquals(
        List.of("batch[50]", "batch[50]", "batch[50]", "batch[50]"),
        recording.drainOfThisThread().stream()
            .map(sql -> sql.replaceFirst(" insert into .*", ""))
            .toList());
    List<Long> ids = animals.stream().map(animal -> animal.id).toList();
    assertEquals(ids.stream().sorted().distinct().toList(), ids);
    assertTrue(ids.get(0) > 0);
  }

  @Entity(name = "Item")
  static class Item {
    @Id @SnowflakeId Long id;
  }

  @Entity(name = "Animal")
  @Inheritance(strategy = InheritanceType.JOINED)
  abstract static class Animal {
    @Id @SnowflakeId Long id;
  }

  @Entity(name = "Dog")
  static class Dog extends Animal {}

  @Entity(name = "Cat")
  static class Cat extends Animal {}
}
