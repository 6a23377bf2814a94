package dev.snowflakeid.hibernate;

import java.io.Serial;
import java.util.Set;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/**
 * Ties the lease to the life of a {@code SessionFactory}: taken when it is created, after the
 * schema tool and before the first transaction; given back when it begins to close, while there
 * still are connections. Where no entity has {@code @SnowflakeId}, nothing happens.
 */
public final class SnowflakeIntegrator implements Integrator {

  @Override
  public void integrate(
      Metadata metadata, BootstrapContext context, SessionFactoryImplementor sessionFactory) {
    SnowflakeBoot boot =
        sessionFactory
            .getSessionFactoryOptions()
            .getServiceRegistry()
            .requireService(SnowflakeBoot.class);
    sessionFactory.addObserver(new LeaseLifecycle(boot.namespacesOf(metadata.getDatabase())));
  }

  @Override
  public void disintegrate(
      SessionFactoryImplementor sessionFactory, SessionFactoryServiceRegistry registry) {}

  private static final class LeaseLifecycle implements SessionFactoryObserver {

    @Serial private static final long serialVersionUID = 1L;

    // generators of attributes other than ids may be made after integrate: only look when created
    @SuppressWarnings("serial") // an observer is Serializable by declaration alone
    private final Set<String> namespaces;

    LeaseLifecycle(Set<String> namespaces) {
      this.namespaces = namespaces;
    }

    @Override
    public void sessionFactoryCreated(SessionFactory sessionFactory) {
      if (!namespaces.isEmpty()) {
        runtime(sessionFactory).start(namespaces);
      }
    }

    @Override
    public void sessionFactoryClosing(SessionFactory sessionFactory) {
      if (!namespaces.isEmpty()) {
        runtime(sessionFactory).stop();
      }
    }

    private static SnowflakeRuntime runtime(SessionFactory sessionFactory) {
      return sessionFactory
          .unwrap(SessionFactoryImplementor.class)
          .getServiceRegistry()
          .requireService(SnowflakeRuntime.class);
    }
  }
}
