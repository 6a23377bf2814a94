package dev.snowflakeid.examples.locality;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The leaf pages of a B-tree, by the extensions pgstattuple and pageinspect where they are. */
public final class LeafPages {

  private static final int CELLS = 200;
  private static final int PAGE = 8192;
  private static final int PAGE_OVERHEAD = 24 + 16; // page header, B-tree's own data

  private final Connection connection;
  private final Optional<String> pgstattuple;
  private final Optional<String> pageinspect;

  LeafPages(Workspace workspace, Connection connection) throws SQLException {
    this.connection = connection;
    this.pgstattuple = workspace.extension(connection, "pgstattuple");
    this.pageinspect = workspace.extension(connection, "pageinspect");
  }

  boolean isDensityMeasured() {
    return pgstattuple.isPresent();
  }

  boolean isEdgeMeasured() {
    return pageinspect.isPresent();
  }

  IndexSize size(String index, long rows, Kind kind) throws SQLException {
    if (pgstattuple.isEmpty()) {
      return estimate(index, rows, kind);
    }
    return IndexSize.read(connection, pgstattuple.get(), index);
  }

  private IndexSize estimate(String index, long rows, Kind kind) throws SQLException {
    long bytes = query("select pg_relation_size('%s')".formatted(index), row -> row.getLong(1));
    int entry = 4 + 8 + (kind.sqlType().equals("uuid") ? 16 : 8); // line pointer, header, key
    long pages = Math.max(1, bytes / PAGE - 1);
    return new IndexSize(bytes, 100.0 * rows * entry / (pages * (PAGE - PAGE_OVERHEAD)), pages);
  }

  String walPosition() throws SQLException {
    return query("select pg_current_wal_insert_lsn()", row -> row.getString(1));
  }

  /** Returns which leaf pages were changed since a WAL position; null if the server tells not. */
  Outcome.@Nullable Edge changedSince(String position, String index, int rows) throws SQLException {
    if (pageinspect.isEmpty()) {
      return null;
    }
    String extension = pageinspect.get();
    int pages =
        query("select pg_relation_size('%s')".formatted(index), row -> row.getInt(1) / PAGE);
    int[] next = new int[pages];
    boolean[] changed = new boolean[pages];
    int first = 0;
    String sql =
        """
        select page, btpo_prev, btpo_next,
          (select lsn from %1$s.page_header(%1$s.get_raw_page('%2$s', page))) >= '%3$s'::pg_lsn
        from generate_series(1, %4$s) page, %1$s.bt_page_stats('%2$s', page)
        where type = 'l' or (type = 'r' and btpo_level = 0)
        """
            .formatted(extension, index, position, pages - 1);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        int page = row.getInt(1);
        first = row.getLong(2) == 0 ? page : first;
        next[page] = row.getInt(3);
        changed[page] = row.getBoolean(4);
      }
    }
    List<Boolean> inOrder = new ArrayList<>();
    for (int page = first; page != 0; page = next[page]) {
      inOrder.add(changed[page]);
    }
    return edge(rows, inOrder);
  }

  private static Outcome.Edge edge(int rows, List<Boolean> changed) {
    List<Double> strip = new ArrayList<>();
    int leaves = changed.size();
    int cells = Math.min(CELLS, leaves);
    for (int cell = 0; cell < cells; cell++) {
      int from = (int) ((long) leaves * cell / cells);
      int to = (int) ((long) leaves * (cell + 1) / cells);
      strip.add(count(changed.subList(from, to)) / (double) (to - from));
    }
    return new Outcome.Edge(rows, leaves, count(changed), strip);
  }

  private static int count(List<Boolean> changed) {
    return (int) changed.stream().filter(c -> c).count();
  }

  private interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private <T> T query(String sql, Reader<T> reader) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return reader.read(row);
    }
  }
}
