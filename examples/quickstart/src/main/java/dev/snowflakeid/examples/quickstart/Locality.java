package dev.snowflakeid.examples.quickstart;

import dev.snowflakeid.examples.locality.IndexSize;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Inserts the same number of rows with three kinds of keys, each in the order in which the keys
 * were made, and asks PostgreSQL for the index of the primary key.
 */
final class Locality {

  /** The index of the primary key, filled with one kind of keys. */
  record Filled(String keys, IndexSize index) {}

  private final DataSource dataSource;

  Locality(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  List<Filled> measure(long[] snowflakes) throws SQLException {
    int rows = snowflakes.length;
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create extension if not exists pgstattuple schema public");
      statement.execute("create table by_sequence (id bigserial primary key, customer text)");
      statement.execute("create table by_snowflake (id bigint primary key, customer text)");
      statement.execute("create table by_uuid (id uuid primary key, customer text)");

      statement.execute(
          "insert into by_sequence (customer) select 'customer ' || n % 1000"
              + " from generate_series(1, %d) n".formatted(rows));
      insert(connection, "by_snowflake", "bigint", Arrays.stream(snowflakes).boxed());
      insert(connection, "by_uuid", "uuid", Stream.generate(UUID::randomUUID).limit(rows));

      return List.of(
          filled(connection, "sequence", "by_sequence", rows),
          filled(connection, "snowflake", "by_snowflake", rows),
          filled(connection, "UUIDv4", "by_uuid", rows));
    }
  }

  private static void insert(Connection connection, String table, String type, Stream<?> keys)
      throws SQLException {
    String sql =
        "insert into %s select id, 'customer ' || n %% 1000 from unnest(?) with ordinality t(id, n)"
            .formatted(table);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      Array array = connection.createArrayOf(type, keys.toArray());
      statement.setArray(1, array);
      statement.executeUpdate();
      array.free();
    }
  }

  private static Filled filled(Connection connection, String keys, String table, int expectedRows)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select count(*) from " + table)) {
      row.next();
      long rows = row.getLong(1);
      if (rows != expectedRows) {
        throw new IllegalStateException(
            "%s must hold %d rows: rows=%d".formatted(table, expectedRows, rows));
      }
      return new Filled(keys, IndexSize.read(connection, "public", table + "_pkey"));
    }
  }
}
