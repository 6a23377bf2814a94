package dev.snowflakeid.hibernate;

import dev.snowflakeid.SnowflakeGenerator;
import java.util.function.Function;
import org.hibernate.HibernateException;
import org.hibernate.resource.beans.container.spi.BeanContainer;
import org.hibernate.resource.beans.spi.BeanInstanceProducer;
import org.hibernate.resource.beans.spi.ManagedBeanRegistry;
import org.hibernate.service.ServiceRegistry;

/** Finds the generator that the application has already: itself, its bean name, or its type. */
final class ExistingGenerator {

  static final String SETTING = SnowflakeBoot.PREFIX + "generator";
  private static final String ANY = "*";

  private ExistingGenerator() {}

  /**
   * @param setting a generator, a function that returns one for a namespace, the name of a bean, or
   *     {@code *} for the only bean of its type
   * @param namespace as the annotation spells it
   * @throws HibernateException if there is no such thing
   */
  static SnowflakeGenerator find(Object setting, String namespace, ServiceRegistry registry) {
    if (setting instanceof SnowflakeGenerator generator) {
      return generator;
    }
    if (setting instanceof Function<?, ?> generators) {
      return ofNamespace(generators, namespace);
    }
    if (setting == SnowflakeGenerator.class) {
      return bean(ANY, registry);
    }
    if (setting instanceof String name) {
      return bean(name, registry);
    }
    throw new HibernateException(
        "must be a SnowflakeGenerator, its class, the name of a bean, or * for the only such bean:"
            + " %s=%s".formatted(SETTING, setting));
  }

  @SuppressWarnings("unchecked") // what it returns is checked
  private static SnowflakeGenerator ofNamespace(Function<?, ?> generators, String namespace) {
    Object found = ((Function<String, ?>) generators).apply(namespace);
    if (found instanceof SnowflakeGenerator generator) {
      return generator;
    }
    throw new HibernateException(
        "must return a SnowflakeGenerator for the namespace \"%s\", not %s: %s=%s"
            .formatted(namespace, found, SETTING, generators));
  }

  private static SnowflakeGenerator bean(String name, ServiceRegistry registry) {
    BeanContainer container = registry.requireService(ManagedBeanRegistry.class).getBeanContainer();
    if (container == null) {
      throw new HibernateException(
          "a bean needs a bean container such as Spring's or CDI's: %s=%s"
              .formatted(SETTING, name));
    }
    BeanInstanceProducer refusal = new Refusal(name);
    return name.equals(ANY)
        ? container.getBean(SnowflakeGenerator.class, AsIs.INSTANCE, refusal).getBeanInstance()
        : container
            .getBean(name, SnowflakeGenerator.class, AsIs.INSTANCE, refusal)
            .getBeanInstance();
  }

  /** The bean as the container has it; a JPA-compliant one would be a new instance. */
  private enum AsIs implements BeanContainer.LifecycleOptions {
    INSTANCE;

    @Override
    public boolean canUseCachedReferences() {
      return false;
    }

    @Override
    public boolean useJpaCompliantCreation() {
      return false;
    }
  }

  /** Instead of making an instance where the container has none. */
  private record Refusal(String name) implements BeanInstanceProducer {
    @Override
    public <B> B produceBeanInstance(Class<B> beanType) {
      throw new HibernateException(
          "there must be one bean of type %s: %s=%s".formatted(beanType.getName(), SETTING, name));
    }

    @Override
    public <B> B produceBeanInstance(String beanName, Class<B> beanType) {
      throw new HibernateException(
          "there must be a bean of that name and of type %s: %s=%s"
              .formatted(beanType.getName(), SETTING, beanName));
    }
  }
}
