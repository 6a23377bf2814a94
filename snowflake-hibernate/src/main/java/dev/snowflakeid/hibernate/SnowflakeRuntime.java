package dev.snowflakeid.hibernate;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.config.OwnGenerators;
import dev.snowflakeid.config.SnowflakeSettings;
import dev.snowflakeid.lease.LeaseStore;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.hibernate.HibernateException;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.engine.jndi.JndiException;
import org.hibernate.engine.jndi.JndiNameException;
import org.hibernate.engine.jndi.spi.JndiService;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.service.Service;
import org.hibernate.service.spi.Stoppable;

/**
 * The generators of one {@code SessionFactory}, one for each namespace in use.
 *
 * <p>Belongs to the {@code SessionFactory} and not to the service registry, so that a second one on
 * the same registry gets leases of its own.
 */
final class SnowflakeRuntime implements Service, Stoppable {

  private final SessionFactoryImplementor sessionFactory;
  private final SnowflakeSettings settings;
  private final OwnGenerators own;

  /** By namespace as the annotation spells it. */
  private final Map<String, SnowflakeGenerator> generators = new ConcurrentHashMap<>();

  SnowflakeRuntime(SessionFactoryImplementor sessionFactory) {
    this.sessionFactory = sessionFactory;
    this.settings = registry().requireService(SnowflakeBoot.class).settings();
    this.own = new OwnGenerators(settings, this::openStore);
  }

  /**
   * Takes the leases, unless that is to wait for the first id; then it only checks the settings.
   */
  void start(Set<String> namespaces) {
    try {
      namespaces.forEach(this::start);
    } catch (RuntimeException e) {
      stop();
      throw e;
    }
  }

  private void start(String namespace) {
    if (settings.generator().isPresent()) {
      generators.put(namespace, existing(namespace));
    } else if (settings.eager()) {
      generators.put(namespace, own.open(nameOf(namespace)));
    } else {
      own.check(nameOf(namespace));
    }
  }

  long next(String namespace) {
    SnowflakeGenerator generator = generators.get(namespace);
    if (generator == null) {
      generator =
          settings.generator().isPresent() ? existing(namespace) : own.get(nameOf(namespace));
      generators.put(namespace, generator);
    }
    return generator.next();
  }

  /** Gives the leases back. A generator or store that was passed in is left alone. */
  @Override
  public void stop() {
    own.close();
  }

  private String nameOf(String namespace) {
    return namespace.isEmpty() ? settings.namespace() : namespace;
  }

  private SnowflakeGenerator existing(String namespace) {
    SnowflakeGenerator generator =
        ExistingGenerator.find(settings.generator().orElseThrow(), namespace, registry());
    String served = generator.status().namespace();
    if (!namespace.isEmpty() && !namespace.equals(served)) {
      throw new HibernateException(
          "@SnowflakeId(namespace = \"%s\") needs a generator of that namespace; that of %s is for %s"
              .formatted(namespace, ExistingGenerator.SETTING, served));
    }
    return generator;
  }

  private LeaseStore openStore() {
    if (settings.usesEntityDatabase()
        && sessionFactory.getSessionFactoryOptions().isMultiTenancyEnabled()) {
      throw new HibernateException(
          "with a database or schema for each tenant, the lease needs one place of its own: set "
              + SnowflakeBoot.PREFIX
              + "lease.datasource");
    }
    return settings.openStore(new EntityDatabase(sessionFactory), this::lookUp);
  }

  private Object lookUp(String dataSource) {
    try {
      return registry().requireService(JndiService.class).locate(dataSource);
    } catch (JndiException | JndiNameException e) {
      throw new HibernateException(
          "must be the JNDI name of a DataSource: %slease.datasource=%s"
              .formatted(SnowflakeBoot.PREFIX, dataSource),
          e);
    }
  }

  // a service first looked up through the SessionFactory's own registry would end with it
  private StandardServiceRegistry registry() {
    return sessionFactory.getSessionFactoryOptions().getServiceRegistry();
  }
}
