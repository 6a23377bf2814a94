package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityExistsException;
import jakarta.persistence.Id;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceException;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids that the application has set (HHH-17472, HHH-19320, quarkus#43050). */
@EveryVersion("ids that the application sets")
@ParameterizedClass
@EnumSource(Engine.class)
class AssignedIdIT {

  @Parameter Engine engine;
  private DataSource database;
  private RecordingDataSource recording;
  private Unit unit;

  @BeforeEach
  void start() throws SQLException {
    database = engine.create();
    recording = new RecordingDataSource(database);
    unit =
        Unit.start(
            recording.dataSource(), Generated.class, Assigned.class, AssignedPrimitive.class);
  }

  @AfterEach
  void stop() {
    unit.close();
  }

  @Test
  void shouldKeepAnAssignedIdOnPersistWhenAllowed() throws SQLException {
    unit.persist(new Assigned(42L));
    assertEquals(List.of("42"), Sql.rows(database, "select id from Assigned"));
  }

  @Test
  void shouldKeepAnAssignedIdInAStatelessSessionWhenAllowed() throws SQLException {
    unit.runStateless(session -> Stateless.insert(session, new Assigned(42L)));
    assertEquals(List.of("42"), Sql.rows(database, "select id from Assigned"));
  }

  @Test
  void shouldGenerateWhereNoIdIsAssignedThoughAllowed() {
    assertTrue(unit.persist(new Assigned(null)).id > 42);
    assertTrue(unit.persist(new AssignedPrimitive()).id > 42);
  }

  @Test
  void shouldRefuseToPersistAnAssignedIdUnlessAllowed() throws SQLException {
    PersistenceException e =
        assertThrows(PersistenceException.class, () -> unit.persist(new Generated(42L)));
    assertTrue(e instanceof EntityExistsException || causedByDetached(e), e.toString());
    assertEquals(List.of(), Sql.rows(database, "select id from Generated"));
  }

  @Test
  void shouldMergeAnAssignedIdWithoutRowByASelectAndAnInsertWhenAllowed() throws SQLException {
    recording.drain();
    unit.run(session -> session.merge(new Assigned(42L)));

    List<String> statements = recording.drainOfThisThread();
    assertEquals(2, statements.size(), statements.toString());
    assertTrue(statements.get(0).startsWith("select"), statements.toString());
    assertTrue(statements.get(1).contains("insert"), statements.toString());
    assertEquals(List.of("42"), Sql.rows(database, "select id from Assigned"));
  }

  @Test
  void shouldRefuseToMergeAnAssignedIdWithoutRowUnlessAllowed() throws SQLException {
    assertThrows(
        OptimisticLockException.class,
        () -> unit.run(session -> session.merge(new Generated(42L))));
    assertEquals(List.of(), Sql.rows(database, "select id from Generated"));
  }

  @Test
  void shouldMergeANewEntityWithoutASelectUnlessAssignedIdsAreAllowed() {
    recording.drain();
    Generated merged = unit.call(session -> session.merge(new Generated(null)));

    assertNotNull(merged.id);
    List<String> statements = recording.drainOfThisThread();
    assertEquals(1, statements.size(), statements.toString());
  }

  private static boolean causedByDetached(PersistenceException e) {
    return String.valueOf(e.getMessage()).toLowerCase().contains("detached entity");
  }

  @Entity(name = "Generated")
  static class Generated {
    @Id @SnowflakeId Long id;

    Generated() {}

    Generated(Long id) {
      this.id = id;
    }
  }

  @Entity(name = "Assigned")
  static class Assigned {
    @Id
    @SnowflakeId(assigned = true)
    Long id;

    Assigned() {}

    Assigned(Long id) {
      this.id = id;
    }
  }

  @Entity(name = "AssignedPrimitive")
  static class AssignedPrimitive {
    @Id
    @SnowflakeId(assigned = true)
    long id;
  }
}
