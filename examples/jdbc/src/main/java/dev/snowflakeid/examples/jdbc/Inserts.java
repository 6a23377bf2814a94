package dev.snowflakeid.examples.jdbc;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import dev.snowflakeid.SnowflakeGenerator;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.springframework.jdbc.core.JdbcTemplate;

/** The same insert in three ways. In each the id is there before the row is, and costs no query. */
final class Inserts {

  private static final String INSERT = "insert into parcel (id, receiver) values (?, ?)";

  private final DataSource dataSource;
  private final SnowflakeGenerator ids;

  Inserts(DataSource dataSource, SnowflakeGenerator ids) {
    this.dataSource = dataSource;
    this.ids = ids;
  }

  /** Plain JDBC: a batch takes its ids at once. */
  void jdbc(List<String> receivers) throws SQLException {
    long[] batch = new long[receivers.size()];
    ids.next(batch);
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      for (int i = 0; i < batch.length; i++) {
        insert.setLong(1, batch[i]);
        insert.setString(2, receivers.get(i));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** Spring JDBC. */
  void jdbcTemplate(List<String> receivers) {
    new JdbcTemplate(dataSource)
        .batchUpdate(INSERT, receivers.stream().map(r -> new Object[] {ids.next(), r}).toList());
  }

  /** jOOQ, here without generated classes. */
  void jooq(List<String> receivers) {
    Table<Record> parcel = table(name("parcel"));
    var insert =
        DSL.using(dataSource, SQLDialect.POSTGRES)
            .insertInto(parcel, field("id", Long.class), field("receiver", String.class));
    for (String receiver : receivers) {
      insert = insert.values(ids.next(), receiver);
    }
    insert.execute();
  }
}
