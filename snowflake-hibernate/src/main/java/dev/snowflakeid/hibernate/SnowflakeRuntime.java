package dev.snowflakeid.hibernate;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.config.SnowflakeSettings;
import dev.snowflakeid.lease.LeaseStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
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
  private final Lock lock = new ReentrantLock();

  /** By namespace as the annotation spells it. */
  private final Map<String, SnowflakeGenerator> generators = new ConcurrentHashMap<>();

  /** Those to close, by true namespace. */
  private final Map<String, Opened> opened = new LinkedHashMap<>();

  private boolean stopped;

  private record Opened(SnowflakeGenerator generator, LeaseStore store) {}

  SnowflakeRuntime(SessionFactoryImplementor sessionFactory) {
    this.sessionFactory = sessionFactory;
    this.settings = registry().requireService(SnowflakeBoot.class).settings();
  }

  /**
   * Takes the leases, unless that is to wait for the first id; then it only checks the settings.
   */
  void start(Set<String> namespaces) {
    try {
      if (settings.eager()) {
        namespaces.forEach(this::generator);
      } else {
        closeStore(openStore());
      }
    } catch (RuntimeException e) {
      stop();
      throw e;
    }
  }

  long next(String namespace) {
    SnowflakeGenerator generator = generators.get(namespace);
    return (generator == null ? generator(namespace) : generator).next();
  }

  /** Gives the leases back. A generator or store that was passed in is left alone. */
  @Override
  public void stop() {
    lock.lock();
    try {
      stopped = true;
      opened.values().forEach(this::close);
      opened.clear();
    } finally {
      lock.unlock();
    }
  }

  private SnowflakeGenerator generator(String namespace) {
    lock.lock();
    try {
      SnowflakeGenerator generator = generators.get(namespace);
      if (generator == null) {
        generator = settings.generator().isPresent() ? existing(namespace) : open(namespace);
        generators.put(namespace, generator);
      }
      return generator;
    } finally {
      lock.unlock();
    }
  }

  private SnowflakeGenerator open(String namespace) {
    if (stopped) {
      throw new IllegalStateException("the SessionFactory is closed, and its leases with it");
    }
    String name = namespace.isEmpty() ? settings.namespace() : namespace;
    return opened.computeIfAbsent(name, this::openNew).generator();
  }

  private Opened openNew(String namespace) {
    LeaseStore store = openStore();
    try {
      return new Opened(settings.openGenerator(store, namespace), store);
    } catch (RuntimeException e) {
      closeStore(store);
      throw e;
    }
  }

  private void close(Opened one) {
    one.generator().close();
    closeStore(one.store());
  }

  private void closeStore(LeaseStore store) {
    if (settings.ownsStore()) {
      store.close();
    }
  }

  private SnowflakeGenerator existing(String namespace) {
    SnowflakeGenerator generator =
        ExistingGenerator.find(settings.generator().orElseThrow(), registry());
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
