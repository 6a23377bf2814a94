package dev.snowflakeid.spring;

import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDependsOnDatabaseInitializationDetector;
import org.springframework.core.env.Environment;

/**
 * The lease waits for Flyway, Liquibase and the SQL scripts: a table made before them would let
 * Flyway refuse a schema that is not empty. Where the scripts run after Hibernate, they run after
 * the lease too.
 */
final class LeaseAfterMigrations
    extends AbstractBeansOfTypeDependsOnDatabaseInitializationDetector {

  private final boolean deferred;

  LeaseAfterMigrations(Environment environment) {
    deferred =
        environment.getProperty("spring.jpa.defer-datasource-initialization", boolean.class, false);
  }

  @Override
  protected Set<Class<?>> getDependsOnDatabaseInitializationBeanTypes() {
    return deferred ? Set.of() : Set.of(SnowflakeGenerators.class);
  }
}
