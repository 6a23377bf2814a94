package dev.snowflakeid.examples.locality;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One session that inserts in the order of the keys' arrival. Each row is an insertion of its own
 * into the index, as it is with many small transactions; only the round trips are saved.
 */
final class OrderedLoader implements Loader {

  static final String TABLE =
      "create table measured (id %s primary key, made_at timestamptz, payload text)";

  private static final int CHUNK = 10_000;
  private static final String ROWS =
      " timestamptz '2026-11-30 00:00:00Z' + n / %s * interval '1 ms', 'customer ' || n %% 1000";

  private final Kind kind;
  private final @Nullable KeySource keys;
  private final PreparedStatement insert;
  private final LongConsumer progress;
  private long loaded;

  OrderedLoader(Connection connection, Strategy strategy, Arrival arrival, LongConsumer progress)
      throws SQLException {
    this.kind = strategy.kind();
    this.keys = kind.expression() == null ? KeySource.of(strategy, arrival) : null;
    this.insert =
        connection.prepareStatement(Explained.EXPLAIN + insert(kind, arrival.rowsPerMilli()));
    this.progress = progress;
  }

  private static String insert(Kind kind, double rowsPerMilli) {
    String values = ROWS.formatted(rowsPerMilli);
    String expression = kind.expression();
    if (expression == null) {
      return "insert into measured select id,%s from unnest(?, ?) t(id, n)".formatted(values);
    }
    String fromSeries = " from generate_series(?::bigint, ?::bigint) n";
    return kind == Kind.IDENTITY
        ? "insert into measured (made_at, payload) select" + values + fromSeries
        : "insert into measured select %s,%s%s".formatted(expression, values, fromSeries);
  }

  @Override
  public Cost load(long rows) throws SQLException {
    Cost cost = Cost.NONE;
    for (long left = rows; left > 0; left -= CHUNK) {
      cost = cost.plus(insert((int) Math.min(CHUNK, left)));
    }
    return cost;
  }

  private Cost insert(int rows) throws SQLException {
    if (keys == null) {
      insert.setLong(1, loaded);
      insert.setLong(2, loaded + rows - 1);
      return execute(rows);
    }
    Object[] ids = new Object[rows];
    Object[] numbers = new Object[rows];
    for (int i = 0; i < rows; i++) {
      ids[i] = keys.next();
      numbers[i] = loaded + i;
    }
    Connection connection = insert.getConnection();
    Array idArray = connection.createArrayOf(kind.sqlType(), ids);
    Array numberArray = connection.createArrayOf("bigint", numbers);
    try {
      insert.setArray(1, idArray);
      insert.setArray(2, numberArray);
      return execute(rows);
    } finally {
      idArray.free();
      numberArray.free();
    }
  }

  private Cost execute(int rows) throws SQLException {
    Explained explained = Explained.execute(insert);
    loaded += rows;
    progress.accept(rows);
    return new Cost(
        explained.count("WAL Bytes"),
        explained.count("WAL FPI"),
        explained.count("Shared Hit Blocks"),
        explained.count("Shared Read Blocks"),
        explained.count("Shared Dirtied Blocks"),
        explained.millis() / 1000);
  }

  @Override
  public void close() throws SQLException {
    insert.close();
  }
}
