package dev.snowflakeid.hibernate;

import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** The databases under test; {@link Databases} starts what they need. */
enum Engine {
  H2 {
    @Override
    DataSource create() {
      return h2();
    }

    @Override
    void createAgain(DataSource dataSource) throws SQLException {
      Sql.update(dataSource, "shutdown");
    }
  },
  POSTGRES {
    @Override
    DataSource create() throws SQLException {
      return Databases.postgres().create().dataSource();
    }

    @Override
    void createAgain(DataSource dataSource) throws SQLException {
      Sql.update(dataSource, "drop schema public cascade; create schema public");
    }
  };

  /** Creates an empty database. */
  abstract DataSource create() throws SQLException;

  /** Loses all that is in a database and leaves an empty one at the same address. */
  abstract void createAgain(DataSource dataSource) throws SQLException;

  /** Creates an empty database in memory. */
  static DataSource h2() {
    JdbcDataSource dataSource = new JdbcDataSource();
    dataSource.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    return dataSource;
  }
}
