package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Inserts in HQL: never a null, never a row number (hibernate-reactive#3402). */
@EveryVersion("inserts in HQL")
@ParameterizedClass
@EnumSource(Engine.class)
class HqlInsertIT {

  @Parameter Engine engine;
  private DataSource database;
  private Unit unit;

  @BeforeEach
  void start() throws SQLException {
    database = engine.create();
    unit = Unit.start(database, Source.class, Target.class);
  }

  @AfterEach
  void stop() {
    unit.close();
  }

  @Test
  void shouldGenerateAnIdForEachRowOfInsertValues() throws SQLException {
    assertEquals(2, update("insert into Target (title) values ('a'), ('b')"));
    List<String> ids = Sql.rows(database, "select id from Target order by id");
    assertEquals(2, ids.size());
    assertTrue(
        ids.stream().mapToLong(Long::parseLong).allMatch(id -> id > 1L << 22), ids::toString);
  }

  @Test
  void shouldKeepAnExplicitIdOfInsertValues() throws SQLException {
    assertEquals(1, update("insert into Target (id, title) values (42L, 'a')"));
    assertEquals(List.of("42"), Sql.rows(database, "select id from Target"));
  }

  @Test
  void shouldRefuseInsertSelectWithoutAnId() throws SQLException {
    unit.persist(new Source());
    RuntimeException e =
        assertThrows(
            RuntimeException.class,
            () -> update("insert into Target (title) select s.title from Source s"));
    assertTrue(
        e.toString().contains("without bulk insertion capable identifier generator"), e.toString());
    assertEquals(List.of(), Sql.rows(database, "select id from Target"));
  }

  @Test
  void shouldTakeTheExplicitIdOfInsertSelect() throws SQLException {
    Source source = unit.persist(new Source());
    assertEquals(1, update("insert into Target (id, title) select s.id, s.title from Source s"));
    assertEquals(List.of(String.valueOf(source.id)), Sql.rows(database, "select id from Target"));
  }

  @SuppressWarnings("deprecation") // since 8.0, whose new name 6.6 does not have
  private int update(String hql) {
    return unit.call(session -> session.createMutationQuery(hql).executeUpdate());
  }

  @Entity(name = "Source")
  static class Source {
    @Id @SnowflakeId Long id;
    String title = "x";
  }

  @Entity(name = "Target")
  static class Target {
    @Id @SnowflakeId Long id;
    String title;
  }
}
