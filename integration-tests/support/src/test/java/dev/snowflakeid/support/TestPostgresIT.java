package dev.snowflakeid.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class TestPostgresIT {

  @Test
  void shouldHandOutEmptyDatabasesThatDoNotSeeEachOther() throws SQLException {
    try (TestPostgres postgres = TestPostgres.start()) {
      Database first = postgres.create();
      Database second = postgres.create();
      try (Connection connection = first.dataSource().getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("create table only_here (id bigint)");
      }

      assertNotEquals(first.jdbcUrl(), second.jdbcUrl());
      assertEquals("1", ask(first, "select count(*) from pg_tables where schemaname = 'public'"));
      assertEquals("0", ask(second, "select count(*) from pg_tables where schemaname = 'public'"));
    }
  }

  @Test
  void shouldRunPostgres18AwayFromUtc() throws SQLException {
    try (TestPostgres postgres = TestPostgres.start()) {
      Database database = postgres.create();

      assertTrue(ask(database, "show server_version").startsWith("18"));
      assertNotEquals("0", ask(database, "select extract(timezone from now())"));
    }
  }

  @Test
  void shouldEndTheServerOnClose() throws SQLException {
    Database database;
    try (TestPostgres postgres = TestPostgres.start()) {
      database = postgres.create();
      assertEquals("1", ask(database, "select 1"));
    }

    assertThrows(SQLException.class, () -> database.dataSource().getConnection());
  }

  private static String ask(Database database, String sql) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
