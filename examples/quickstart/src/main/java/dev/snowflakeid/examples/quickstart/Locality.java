package dev.snowflakeid.examples.quickstart;

import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/**
 * Inserts the same number of rows with three kinds of keys, each in the order in which the keys
 * were made, and asks PostgreSQL for the index of the primary key.
 */
final class Locality {

  private final DataSource dataSource;

  Locality(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  List<IndexSize> measure(long[] snowflakes) throws SQLException, IOException {
    int rows = snowflakes.length;
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create extension if not exists pgstattuple");
      statement.execute("create table by_sequence (id bigserial primary key, customer text)");
      statement.execute("create table by_snowflake (id bigint primary key, customer text)");
      statement.execute("create table by_uuid (id uuid primary key, customer text)");

      copy(connection, "by_sequence (customer)", rows, i -> customer(i));
      copy(connection, "by_snowflake", rows, i -> snowflakes[i] + "\t" + customer(i));
      copy(connection, "by_uuid", rows, i -> UUID.randomUUID() + "\t" + customer(i));

      return List.of(
          size(statement, "sequence", "by_sequence", rows),
          size(statement, "snowflake", "by_snowflake", rows),
          size(statement, "UUIDv4", "by_uuid", rows));
    }
  }

  private static String customer(int i) {
    return "customer " + i % 1000;
  }

  private static void copy(Connection connection, String target, int rows, IntFunction<String> line)
      throws SQLException, IOException {
    String lines = IntStream.range(0, rows).mapToObj(line).collect(Collectors.joining("\n"));
    connection
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyIn("copy " + target + " from stdin", new StringReader(lines));
  }

  private static IndexSize size(Statement statement, String keys, String table, int expectedRows)
      throws SQLException {
    String sql =
        """
        select (select count(*) from %1$s), index_size, avg_leaf_density
        from pgstatindex('%1$s_pkey')
        """
            .formatted(table);
    try (ResultSet row = statement.executeQuery(sql)) {
      row.next();
      long rows = row.getLong(1);
      if (rows != expectedRows) {
        throw new IllegalStateException(
            "%s must hold %d rows: rows=%d".formatted(table, expectedRows, rows));
      }
      return new IndexSize(keys, rows, row.getLong(2), row.getDouble(3));
    }
  }
}
