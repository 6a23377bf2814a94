package dev.snowflakeid.hibernate;

import java.util.Map;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.hibernate.service.spi.SessionFactoryServiceContributor;
import org.hibernate.service.spi.SessionFactoryServiceInitiator;
import org.hibernate.service.spi.SessionFactoryServiceInitiatorContext;
import org.hibernate.service.spi.SessionFactoryServiceRegistryBuilder;

/** Registers the services with Hibernate, which finds this class by itself. */
public final class SnowflakeServices
    implements ServiceContributor, SessionFactoryServiceContributor {

  @Override
  public void contribute(StandardServiceRegistryBuilder builder) {
    builder.addInitiator(new BootInitiator());
  }

  @Override
  public void contribute(SessionFactoryServiceRegistryBuilder builder) {
    builder.addInitiator(new RuntimeInitiator());
  }

  private static final class BootInitiator implements StandardServiceInitiator<SnowflakeBoot> {
    @Override
    public Class<SnowflakeBoot> getServiceInitiated() {
      return SnowflakeBoot.class;
    }

    @Override
    public SnowflakeBoot initiateService(
        Map<String, Object> configuration, ServiceRegistryImplementor registry) {
      return new SnowflakeBoot(configuration);
    }
  }

  private static final class RuntimeInitiator
      implements SessionFactoryServiceInitiator<SnowflakeRuntime> {
    @Override
    public Class<SnowflakeRuntime> getServiceInitiated() {
      return SnowflakeRuntime.class;
    }

    @Override
    public SnowflakeRuntime initiateService(SessionFactoryServiceInitiatorContext context) {
      return new SnowflakeRuntime(context.getSessionFactory());
    }
  }
}
