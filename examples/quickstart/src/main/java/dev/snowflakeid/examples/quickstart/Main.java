package dev.snowflakeid.examples.quickstart;

import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;

/** Runs the example on a PostgreSQL server of its own, which ends with it. */
public final class Main {

  private static final int ORDERS = 5_000;
  private static final int ROWS_PER_TABLE = 200_000;

  private Main() {}

  public static void main(String[] args) throws IOException, SQLException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start();
        HikariDataSource dataSource = pool(postgres)) {
      System.out.printf("PostgreSQL on port %d, for this run only%n", postgres.getPort());
      new Quickstart(dataSource, System.out).run(ORDERS, ROWS_PER_TABLE);
    }
  }

  static HikariDataSource pool(EmbeddedPostgres postgres) {
    HikariDataSource dataSource = new HikariDataSource();
    dataSource.setJdbcUrl(postgres.getJdbcUrl("postgres", "postgres"));
    return dataSource;
  }
}
