package dev.snowflakeid.spring.boot4;

import dev.snowflakeid.spring.LeaseHealth;
import dev.snowflakeid.spring.LeaseHealthAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroupsPostProcessor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * Health and readiness of the leases. After the probes, whose group {@code readiness} is the one
 * that the leases are to be in.
 */
@AutoConfiguration(
    after = LeaseHealthAutoConfiguration.class,
    afterName =
        "org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration")
@ConditionalOnClass({HealthIndicator.class, HealthEndpointGroupsPostProcessor.class})
@ConditionalOnBean(LeaseHealth.class)
public class Boot4HealthAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(name = "snowflakeHealthIndicator")
  HealthIndicator snowflakeHealthIndicator(LeaseHealth leases) {
    return () -> {
      LeaseHealth.Report report = leases.report();
      Health.Builder health =
          !report.inUse() ? Health.unknown() : report.up() ? Health.up() : Health.down();
      return health.withDetails(report.details()).build();
    };
  }

  @Bean
  HealthEndpointGroupsPostProcessor snowflakeReadiness() {
    return LeaseInReadiness::new;
  }
}
