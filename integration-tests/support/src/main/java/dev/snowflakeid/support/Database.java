package dev.snowflakeid.support;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A fresh database on a {@link TestPostgres} or a {@link TestMariaDb}; it goes with the server. */
public record Database(String jdbcUrl, String user, String password) {

  /** Returns a data source without a pool: each connection is a session of its own. */
  public DataSource dataSource() {
    return jdbcUrl.startsWith("jdbc:mariadb:") ? mariaDb() : postgres();
  }

  private DataSource mariaDb() {
    try {
      MariaDbDataSource dataSource = new MariaDbDataSource(jdbcUrl);
      dataSource.setUser(user);
      dataSource.setPassword(password);
      return dataSource;
    } catch (SQLException e) {
      throw new IllegalArgumentException("no URL of MariaDB: " + jdbcUrl, e);
    }
  }

  private DataSource postgres() {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl(jdbcUrl);
    dataSource.setUser(user);
    dataSource.setPassword(password);
    return dataSource;
  }
}
