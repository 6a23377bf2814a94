package dev.snowflakeid.examples.locality;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A B-tree index, as PostgreSQL reports it.
 *
 * @param leafDensity how full the leaf pages are, in percent
 */
public record IndexSize(long bytes, double leafDensity, long leafPages) {

  /**
   * Asks for an index.
   *
   * @param extension the schema of the extension pgstattuple, which must be there
   */
  public static IndexSize read(Connection connection, String extension, String index)
      throws SQLException {
    String sql =
        "select index_size, avg_leaf_density, leaf_pages from %s.pgstatindex('%s')"
            .formatted(extension, index);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return new IndexSize(row.getLong(1), row.getDouble(2), row.getLong(3));
    }
  }
}
