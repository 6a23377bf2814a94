package dev.snowflakeid.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shop on a database of one's own, which goes away and comes back. */
class OutageIT {

  private static final Duration PATIENCE = Duration.ofSeconds(90); // for a machine under load

  @TempDir private Path folder;

  private EmbeddedPostgres start(int port) throws IOException {
    return EmbeddedPostgres.builder()
        .setPort(port)
        .setDataDirectory(folder.resolve("data"))
        .setCleanDataDirectory(false)
        .start();
  }

  @Test
  void shouldRefuseOrdersAndRecover() throws Exception {
    EmbeddedPostgres database = start(0);
    try (RunningShop shop =
        RunningShop.open(
            "--spring.datasource.url=" + database.getJdbcUrl("postgres", "postgres"),
            "--spring.datasource.hikari.connection-timeout=500",
            "--snowflake-id.lease.ttl=6s",
            "--snowflake-id.lease.renew=1s",
            "--snowflake-id.max-wait=200ms")) {
      assertEquals(201, order(shop).statusCode());
      int port = database.getPort();
      database.close();
      awaitReadiness(shop, 503);
      HttpResponse<String> refused = order(shop);
      assertEquals(503, refused.statusCode(), refused.body());
      assertEquals("1", refused.headers().firstValue("Retry-After").orElseThrow());
      assertEquals(
          "the database does not answer; try again",
          RunningShop.json(refused).get("detail").stringValue());
      database = start(port);
      awaitReadiness(shop, 200);
      assertEquals(201, order(shop).statusCode());
      assertEquals(2, shop.query("select id from purchase").size());
    } finally {
      database.close();
    }
  }

  private static HttpResponse<String> order(RunningShop shop) throws IOException {
    return shop.post(
        "/api/orders",
        "{\"customer\":\"Ada\",\"lines\":[{\"product\":\"Lamp\",\"quantity\":1,\"price\":1}]}");
  }

  private static void awaitReadiness(RunningShop shop, int status) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (shop.get("/actuator/health/readiness").statusCode() != status) {
      assertTrue(System.nanoTime() - deadline < 0, "readiness is not " + status);
      Thread.sleep(100); // there is nothing to be woken by
    }
  }
}
