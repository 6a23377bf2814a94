package dev.snowflakeid.examples.locality;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Reads the table the way applications do. The table is in the order of its inserts. */
final class Queries {

  private static final int LOOKUPS = 1_000;

  private final Connection connection;
  private final Kind kind;
  private final long rows;
  private final long pages;

  Queries(Connection connection, Kind kind, long rows) throws SQLException {
    this.connection = connection;
    this.kind = kind;
    this.rows = rows;
    try (Statement statement = connection.createStatement()) {
      statement.execute("vacuum analyze measured");
      statement.execute("select setseed(0.42)");
      try (ResultSet row =
          statement.executeQuery(
              "select pg_relation_size('measured') / current_setting('block_size')::int")) {
        row.next();
        this.pages = row.getLong(1);
      }
    }
  }

  /** Reads the rows from the middle on, one percent of them, by the time that bounds them. */
  Outcome.Read timeRange() throws SQLException {
    String column = kind.tellsTime() ? "id" : "made_at";
    String bounds =
        "%1$s >= '%2$s' and %1$s < '%3$s'"
            .formatted(column, value(column, 0.50), value(column, 0.51));
    try (PreparedStatement query =
        connection.prepareStatement(
            Explained.EXPLAIN + "select made_at, payload from measured where " + bounds)) {
      return Explained.execute(query).read();
    }
  }

  /** Looks single keys up, of the rows that were inserted after a part of all. */
  Outcome.Read lookUp(double from) throws SQLException {
    Array keys = sample(from);
    try (PreparedStatement query =
        connection.prepareStatement(
            Explained.EXPLAIN
                + "select m.payload from unnest(?) k, lateral"
                + " (select payload from measured where id = k offset 0) m")) {
      query.setArray(1, keys);
      return Explained.execute(query).read();
    } finally {
      keys.free();
    }
  }

  private String value(String column, double part) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select %s from measured where ctid >= %s limit 1"
                    .formatted(column, firstRow(part)))) {
      row.next();
      return row.getString(1);
    }
  }

  private Array sample(double from) throws SQLException {
    String sql =
        "select array_agg(id) from (select id from measured where ctid >= %s and random() < %s) t"
            .formatted(firstRow(from), Math.min(1, LOOKUPS / (rows * (1 - from))));
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getArray(1);
    }
  }

  private String firstRow(double part) {
    return "'(%s,1)'::tid".formatted((long) (pages * part));
  }
}
