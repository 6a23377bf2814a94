package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Persistence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What needs no id pays for none: no table, no thread, no connection. */
class NoDeadWeightIT {

  /** With these, Hibernate itself opens no connection before it is asked for one. */
  private static final Map<String, Object> WITHOUT_CONNECTION =
      Map.of(
          "hibernate.dialect",
          "org.hibernate.dialect.H2Dialect",
          "hibernate.boot.allow_jdbc_metadata_access",
          false,
          "hibernate.hbm2ddl.auto",
          "none");

  private final DataSource database = Engine.h2();
  private final RecordingDataSource recording = new RecordingDataSource(database);

  @TempDir Path folder;

  @Test
  void shouldOpenNoConnectionAndStartNoThreadWithoutTheAnnotation() throws SQLException {
    Set<String> before = threads();
    try (Unit unit = Unit.start(recording.dataSource(), WITHOUT_CONNECTION, Plain.class)) {
      assertTrue(unit.factory().isOpen());
      assertEquals(Set.of(), started(before));
    }
    assertEquals(0, recording.opened());
    assertEquals(List.of(), Sql.tables(database));
  }

  @Test
  void shouldAddNoTableAndNoStatementWithoutTheAnnotation() throws SQLException {
    try (Unit unit = Unit.start(recording.dataSource(), Plain.class)) {
      unit.persist(new Plain());
    }
    assertEquals(List.of("plain"), Sql.tables(database));
    assertEquals(
        List.of(), recording.drain().stream().filter(sql -> sql.contains("snowflake")).toList());
    assertEquals(0, recording.open());
  }

  @Test
  void shouldOpenNoConnectionForTheAnnotationUnlessEager() throws SQLException {
    Set<String> before = threads();
    try (Unit unit = Unit.start(recording.dataSource(), lazy(), Order.class)) {
      assertTrue(unit.factory().isOpen());
      assertEquals(Set.of(), started(before));
    }
    assertEquals(0, recording.opened());
    assertEquals(List.of(), Sql.tables(database));
  }

  @Test
  void shouldExportTheSchemaOfASessionFactoryWithoutALease() throws Exception {
    Path script = folder.resolve("start.sql");
    Map<String, Object> settings = new HashMap<>(lazy());
    settings.putAll(scripts(script));
    Unit.start(recording.dataSource(), settings, Order.class).close();
    assertExported(script);
  }

  @Test
  void shouldExportTheSchemaOfAPersistenceUnitWithoutALease() throws Exception {
    Path script = folder.resolve("unit.sql");
    Map<String, Object> settings = new HashMap<>(WITHOUT_CONNECTION);
    settings.putAll(scripts(script));
    settings.put("jakarta.persistence.nonJtaDataSource", recording.dataSource());
    Persistence.generateSchema("orders", settings);
    assertExported(script);
  }

  private void assertExported(Path script) throws Exception {
    String ddl = Files.readString(script).toLowerCase();
    assertTrue(ddl.contains("create table orders"), ddl);
    assertFalse(ddl.contains("snowflake_lease"), ddl);
    assertEquals(0, recording.opened());
    assertEquals(List.of(), Sql.tables(database));
    assertEquals(List.of(), Threads.ofLeases());
  }

  private static Map<String, Object> lazy() {
    Map<String, Object> settings = new HashMap<>(WITHOUT_CONNECTION);
    settings.put(Unit.PREFIX + "eager", false);
    return settings;
  }

  private static Map<String, Object> scripts(Path script) {
    return Map.of(
        "jakarta.persistence.schema-generation.scripts.action",
        "create",
        "jakarta.persistence.schema-generation.scripts.create-target",
        script.toString());
  }

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .collect(Collectors.toSet());
  }

  /** Threads that were started since, but for those of the test itself and of the database. */
  private static Set<String> started(Set<String> before) {
    Set<String> started = new HashSet<>(threads());
    started.removeAll(before);
    started.removeIf(name -> name.startsWith("H2 ") || name.startsWith("MVStore"));
    return started;
  }

  @Entity(name = "Plain")
  static class Plain {
    @Id Long id = 1L;
  }

  @Entity(name = "Orders")
  static class Order {
    @Id @SnowflakeId Long id;
  }
}
