package dev.snowflakeid.hibernate;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Plain SQL, to look at a database past Hibernate. */
final class Sql {

  private Sql() {}

  /** Returns each row with its columns joined by {@code |}. */
  static List<String> rows(DataSource dataSource, String query) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      List<String> rows = new ArrayList<>();
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(String.valueOf(result.getString(i)));
        }
        rows.add(String.join("|", row));
      }
      return rows;
    }
  }

  static int update(DataSource dataSource, String sql) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  /** Returns the names of all tables that are not the database's own, in lower case. */
  static List<String> tables(DataSource dataSource) throws SQLException {
    return rows(
        dataSource,
        "select lower(table_name) from information_schema.tables"
            + " where lower(table_schema) not in ('information_schema', 'pg_catalog')"
            + " order by 1");
  }
}
