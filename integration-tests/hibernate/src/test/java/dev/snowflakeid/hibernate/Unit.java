package dev.snowflakeid.hibernate;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;

/** A {@code SessionFactory} with a service registry of its own. */
final class Unit implements AutoCloseable {

  static final String PREFIX = "hibernate.snowflake.";

  private final StandardServiceRegistry registry;
  private final SessionFactory factory;

  private Unit(StandardServiceRegistry registry, SessionFactory factory) {
    this.registry = registry;
    this.factory = factory;
  }

  /** Starts with nothing set but the database and the creation of the entities' tables. */
  static Unit start(DataSource dataSource, Class<?>... entities) {
    return start(dataSource, Map.of(), entities);
  }

  static Unit start(DataSource dataSource, Map<String, Object> settings, Class<?>... entities) {
    StandardServiceRegistry registry = registry(dataSource, settings);
    try {
      return new Unit(registry, build(registry, entities));
    } catch (RuntimeException e) {
      StandardServiceRegistryBuilder.destroy(registry);
      throw e;
    }
  }

  static StandardServiceRegistry registry(DataSource dataSource, Map<String, Object> settings) {
    return new StandardServiceRegistryBuilder()
        .applySetting("hibernate.connection.datasource", dataSource)
        .applySetting("hibernate.hbm2ddl.auto", "update")
        .applySettings(settings)
        .build();
  }

  static SessionFactory build(StandardServiceRegistry registry, Class<?>... entities) {
    return new MetadataSources(registry)
        .addAnnotatedClasses(entities)
        .buildMetadata()
        .buildSessionFactory();
  }

  SessionFactory factory() {
    return factory;
  }

  void run(Consumer<Session> work) {
    factory.inTransaction(work);
  }

  <T> T call(Function<Session, T> work) {
    return factory.fromTransaction(work);
  }

  void runStateless(Consumer<StatelessSession> work) {
    factory.inStatelessTransaction(work);
  }

  /** Persists the entity in a transaction and returns it. */
  <E> E persist(E entity) {
    run(session -> session.persist(entity));
    return entity;
  }

  @Override
  public void close() {
    try {
      factory.close();
    } finally {
      StandardServiceRegistryBuilder.destroy(registry);
    }
  }
}
