package dev.snowflakeid.spring;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.micrometer.SnowflakeMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Meters of every generator; see {@link SnowflakeMetrics}. */
@AutoConfiguration(after = SnowflakeAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
public class SnowflakeMetricsAutoConfiguration {

  @Bean
  MeterBinder snowflakeMetrics(
      ObjectProvider<SnowflakeGenerators> generators, ObjectProvider<SnowflakeGenerator> own) {
    return registry -> {
      SnowflakeGenerators configured = generators.getIfAvailable();
      if (configured != null) {
        configured.observe(generator -> new SnowflakeMetrics(generator).bindTo(registry));
      } else {
        own.stream().forEach(generator -> new SnowflakeMetrics(generator).bindTo(registry));
      }
    };
  }
}
