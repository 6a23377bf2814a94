package dev.snowflakeid.spring.boot3;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.spring.HibernateWiring;
import dev.snowflakeid.spring.SnowflakeAutoConfiguration;
import dev.snowflakeid.spring.SnowflakeGenerators;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.orm.jpa.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;

/** Hands the generators to Hibernate. */
@AutoConfiguration(
    after = SnowflakeAutoConfiguration.class,
    beforeName = "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration")
@ConditionalOnClass(HibernatePropertiesCustomizer.class)
public class Boot3HibernateAutoConfiguration {

  @Bean
  HibernatePropertiesCustomizer snowflakeHibernatePropertiesCustomizer(
      ObjectProvider<SnowflakeGenerators> generators, ObjectProvider<SnowflakeGenerator> own) {
    return properties -> HibernateWiring.apply(properties, generators, own);
  }
}
