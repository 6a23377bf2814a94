package dev.snowflakeid.spring;

import dev.snowflakeid.SnowflakeGenerator;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/**
 * Knows the health of the leases. {@code management.health.snowflake.enabled=false} leaves it out.
 */
@AutoConfiguration(after = SnowflakeAutoConfiguration.class)
@ConditionalOnProperty(
    name = "management.health." + LeaseHealth.NAME + ".enabled",
    matchIfMissing = true)
public class LeaseHealthAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  LeaseHealth snowflakeLeaseHealth(
      ObjectProvider<SnowflakeGenerators> generators, ObjectProvider<SnowflakeGenerator> own) {
    SnowflakeGenerators configured = generators.getIfAvailable();
    Supplier<List<SnowflakeGenerator>> inUse =
        configured != null ? configured::opened : () -> own.stream().toList();
    return new LeaseHealth(inUse);
  }
}
