package dev.snowflakeid.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.snowflakeid.spring.shop.ShopApplication;
import dev.snowflakeid.support.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The dashboard and the alert rules ask for meters that there are. */
class MonitoringIT {

  private static final Path MONITORING = Path.of("../../../examples/monitoring");
  private static final Pattern METER = Pattern.compile("snowflake_[a-z_]+");

  @Test
  void shouldExposeEveryMeterThatDashboardAndAlertsAskFor() throws Exception {
    try (TestPostgres server = TestPostgres.start();
        var shop = RunningApplication.start(ShopApplication.class, server.create())) {
      Set<String> exposed = meters(shop.get("/actuator/prometheus").body());
      Set<String> asked = meters(Files.readString(MONITORING.resolve("grafana-dashboard.json")));
      asked.addAll(meters(Files.readString(MONITORING.resolve("alerts.yml"))));

      assertFalse(asked.isEmpty());
      asked.removeAll(exposed);
      assertEquals(Set.of(), asked, () -> "exposed are " + exposed);
    }
  }

  private static Set<String> meters(String text) {
    return METER.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
  }
}
