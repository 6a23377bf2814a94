package dev.snowflakeid.support;

import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A fresh database on a {@link TestPostgres}; it goes with the server. */
public record Database(String jdbcUrl, String user, String password) {

  /** Returns a data source without a pool: each connection is a session of its own. */
  public DataSource dataSource() {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl(jdbcUrl);
    dataSource.setUser(user);
    dataSource.setPassword(password);
    return dataSource;
  }
}
