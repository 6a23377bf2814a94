package dev.snowflakeid.hibernate;

import dev.snowflakeid.lease.jdbc.ConnectionSource;
import java.sql.Connection;
import java.sql.SQLException;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/** Connections of the database in which the entities live, outside any session. */
record EntityDatabase(SessionFactoryImplementor sessionFactory) implements ConnectionSource {

  @Override
  public Connection obtain() throws SQLException {
    return sessionFactory.getJdbcServices().getBootstrapJdbcConnectionAccess().obtainConnection();
  }

  @Override
  public void release(Connection connection) throws SQLException {
    sessionFactory
        .getJdbcServices()
        .getBootstrapJdbcConnectionAccess()
        .releaseConnection(connection);
  }
}
