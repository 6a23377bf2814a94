package dev.snowflakeid.spring;

import dev.snowflakeid.SnowflakeGenerator;
import java.util.Map;
import java.util.function.Function;
import org.springframework.beans.factory.ObjectProvider;

/** What Hibernate is told of the generators; the same with each line of Spring Boot. */
public final class HibernateWiring {

  private static final String GENERATOR = "hibernate.snowflake.generator";

  private HibernateWiring() {}

  /**
   * Sets {@code hibernate.snowflake.generator}, unless it is set already. The other settings of
   * that prefix have been read with {@code snowflake-id.*}, and are taken out.
   *
   * @param generators those that are configured here, if any
   * @param own a bean of the application's own, in their place
   */
  public static void apply(
      Map<String, Object> properties,
      ObjectProvider<SnowflakeGenerators> generators,
      ObjectProvider<SnowflakeGenerator> own) {
    if (properties.containsKey(GENERATOR)) {
      return;
    }
    SnowflakeGenerators configured = generators.getIfAvailable();
    Function<String, SnowflakeGenerator> source =
        configured != null ? configured : namespace -> own.getObject();
    properties.put(GENERATOR, source);
  }
}
