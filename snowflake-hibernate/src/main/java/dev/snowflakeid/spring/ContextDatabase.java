package dev.snowflakeid.spring;

import dev.snowflakeid.lease.jdbc.ConnectionSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;

/** The database of the application context: its one {@code DataSource}, looked up when needed. */
record ContextDatabase(BeanFactory beans) implements ConnectionSource {

  private static final String ROUTING =
      "org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource";
  private static final String ADVICE =
      "; set snowflake-id.lease.datasource to the name of the DataSource bean that the lease is to"
          + " use, or snowflake-id.lease.store to another store";

  /**
   * Returns this, when there is one database.
   *
   * @throws IllegalArgumentException if there is no {@code DataSource}, or not one database
   */
  ContextDatabase checked() {
    try {
      refuseRouting(dataSource().getClass());
    } catch (NoSuchBeanDefinitionException e) {
      throw new IllegalArgumentException(
          "no database to lease from: " + e.getMessage() + ADVICE, e);
    }
    return this;
  }

  private static void refuseRouting(Class<?> dataSource) {
    for (Class<?> type = dataSource; type != null; type = type.getSuperclass()) {
      if (type.getName().equals(ROUTING)) {
        throw new IllegalArgumentException(
            "the lease needs one place of its own, and a routing DataSource leads to several: "
                + dataSource.getName()
                + ADVICE);
      }
    }
  }

  private DataSource dataSource() {
    return beans.getBean(DataSource.class);
  }

  @Override
  public Connection obtain() throws SQLException {
    return dataSource().getConnection();
  }

  @Override
  public void release(Connection connection) throws SQLException {
    connection.close();
  }
}
