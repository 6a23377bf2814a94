package dev.snowflakeid.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class TestMariaDbIT {

  @Test
  void shouldHandOutEmptyDatabasesThatDoNotSeeEachOther() throws SQLException {
    try (TestMariaDb mariaDb = TestMariaDb.start()) {
      Database first = mariaDb.create();
      Database second = mariaDb.create();
      ask(first, "create table only_here (id bigint)");

      assertNotEquals(first.jdbcUrl(), second.jdbcUrl());
      assertEquals("0", ask(first, "select count(*) from only_here"));
      assertEquals(
          "0",
          ask(
              second,
              "select count(*) from information_schema.tables"
                  + " where table_name = 'only_here'"));
      assertEquals("330", ask(first, "select timestampdiff(minute, utc_timestamp(), now())"));
    }
  }

  @Test
  void shouldKeepDataAndPortOverAKill() throws SQLException {
    try (TestMariaDb mariaDb = TestMariaDb.start("--server-id=7")) {
      Database database = mariaDb.create();
      ask(database, "create table kept (id bigint)");
      ask(database, "insert into kept values (1)");
      mariaDb.kill();
      assertThrows(SQLException.class, () -> database.dataSource().getConnection());

      mariaDb.restart();

      assertEquals("1", ask(database, "select count(*) from kept"));
      assertEquals("7", ask(mariaDb.administrator(database), "select @@server_id"));
    }
  }

  @Test
  void shouldEndTheServerOnClose() throws SQLException {
    Database database;
    try (TestMariaDb mariaDb = TestMariaDb.start()) {
      database = mariaDb.create();
      assertEquals("1", ask(database, "select 1"));
    }

    assertThrows(SQLException.class, () -> database.dataSource().getConnection());
  }

  @Test
  void shouldSayWhyTheServerDoesNotStart() {
    IllegalStateException failure =
        assertThrows(IllegalStateException.class, () -> TestMariaDb.start("--no-such-option"));

    assertEquals(1, failure.getMessage().split("no-such-option", -1).length - 1);
  }

  private static String ask(Database database, String sql) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      try (ResultSet row = statement.getResultSet()) {
        row.next();
        return row.getString(1);
      }
    }
  }
}
