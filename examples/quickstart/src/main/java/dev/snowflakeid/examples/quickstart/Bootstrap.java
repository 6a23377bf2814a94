package dev.snowflakeid.examples.quickstart;

import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** Hibernate without a framework: nothing here is about ids. */
final class Bootstrap {

  private Bootstrap() {}

  static SessionFactory sessionFactory(DataSource dataSource) {
    Configuration configuration = new Configuration().addAnnotatedClass(Order.class);
    configuration.getProperties().put("hibernate.connection.datasource", dataSource);
    configuration.setProperty("hibernate.hbm2ddl.auto", "create");
    configuration.setProperty("hibernate.jdbc.batch_size", "50");
    return configuration.buildSessionFactory();
  }
}
