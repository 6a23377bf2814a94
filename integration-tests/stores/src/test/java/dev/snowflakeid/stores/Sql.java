package dev.snowflakeid.stores;

import dev.snowflakeid.support.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Plain SQL beside the store under test. */
final class Sql {

  private static final String PASSWORD = "secret";

  private Sql() {}

  static void run(Database database, String... statements) throws SQLException {
    try (Connection connection = database.dataSource().getConnection()) {
      run(connection, statements);
    }
  }

  static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  static String ask(Database database, String sql) throws SQLException {
    try (Connection connection = database.dataSource().getConnection()) {
      return ask(connection, sql);
    }
  }

  static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  /**
   * Creates an ordinary role that may create tables in this database, and returns the database as
   * that role sees it.
   */
  static Database role(Database database, String name, String... settings) throws SQLException {
    run(
        database,
        "create role " + name + " login password '" + PASSWORD + "'",
        "grant create on schema public to " + name);
    for (String setting : settings) {
      run(database, "alter role " + name + " set " + setting);
    }
    return new Database(database.jdbcUrl(), name, PASSWORD);
  }
}
