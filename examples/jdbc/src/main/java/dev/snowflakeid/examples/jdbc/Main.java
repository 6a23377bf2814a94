package dev.snowflakeid.examples.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeParts;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Runs the example on a PostgreSQL server of its own, which ends with it. */
public final class Main {

  private Main() {}

  public static void main(String[] args) throws IOException, SQLException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start();
        HikariDataSource dataSource = new HikariDataSource()) {
      dataSource.setJdbcUrl(postgres.getJdbcUrl("postgres", "postgres"));
      run(dataSource, System.out);
    }
  }

  static void run(DataSource dataSource, PrintStream out) throws SQLException {
    JdbcTemplate sql = new JdbcTemplate(dataSource);
    sql.execute("create table parcel (id bigint primary key, receiver text not null)");
    try (SnowflakeGenerator ids =
        SnowflakeGenerator.builder(new JdbcLeaseStore(dataSource)).build()) {
      Inserts inserts = new Inserts(dataSource, ids);
      inserts.jdbc(List.of("Ada, by JDBC", "Grace, by JDBC"));
      inserts.jdbcTemplate(List.of("Edsger, by JdbcTemplate"));
      inserts.jooq(List.of("Barbara, by jOOQ"));
      sql.query(
          "select id, receiver from parcel order by id",
          row -> {
            SnowflakeParts parts = ids.layout().decompose(row.getLong(1));
            out.printf("%s  %s  %s%n", row.getString(1), parts.instant(), row.getString(2));
          });
    }
  }
}
