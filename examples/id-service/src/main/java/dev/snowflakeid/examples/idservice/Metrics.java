package dev.snowflakeid.examples.idservice;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.micrometer.SnowflakeMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Meters of the generators and of the answers, in Prometheus's text format. */
final class Metrics {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<Integer, Counter> responses = new ConcurrentHashMap<>();

  Metrics(IdSource ids) {
    List<SnowflakeGenerator> generators = ids.generators();
    for (int i = 0; i < generators.size(); i++) {
      new SnowflakeMetrics(generators.get(i), Tags.of("generator", String.valueOf(i)))
          .bindTo(registry);
    }
  }

  void answered(int status) {
    responses
        .computeIfAbsent(
            status,
            code ->
                Counter.builder("http.responses")
                    .description("Responses by status")
                    .tag("status", String.valueOf(code))
                    .register(registry))
        .increment();
  }

  String scrape() {
    return registry.scrape();
  }
}
