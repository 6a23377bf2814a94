package dev.snowflakeid.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.spring.shop.ShopApplication;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readiness follows the lease; liveness does not. */
class ReadinessIT {

  private static final String[] SHORT_LEASE = {
    "snowflake-id.lease.ttl=5s",
    "snowflake-id.lease.renew=500ms",
    "snowflake-id.max-wait=200ms",
    "snowflake-id.clock.max-offset=1s",
    "spring.datasource.hikari.connection-timeout=1000"
  };

  @TempDir Path data;

  @Test
  void shouldGoDownWithTheBoundAndUpWithTheDatabase() throws Exception {
    try (var server = new StoppablePostgres(data);
        var shop = RunningApplication.start(ShopApplication.class, server.database(), SHORT_LEASE)) {
      assertEquals(200, readiness(shop));
      assertTrue(
          shop.get("/actuator/health").body().contains("\"state\":\"ACTIVE\""),
          shop.get("/actuator/health").body());

      server.stop();
      await(shop, 503);
      assertEquals(200, shop.get("/actuator/health/liveness").statusCode());
      assertTrue(
          shop.get("/actuator/health").body().contains("\"state\":\"EXHAUSTED\""));

      server.start();
      await(shop, 200);
      assertTrue(shop.post("/purchases?article=tea&amount=1").body().contains("\"id\":\""));
    }
  }

  @Test
  void shouldStartWithoutTheStoreAndBecomeReadyByItself(@TempDir Path leases) throws Exception {
    try (var server = new StoppablePostgres(data);
        var elsewhere = new StoppablePostgres(leases)) {
      String url = elsewhere.database().jdbcUrl();
      elsewhere.stop();
      try (var shop =
          RunningApplication.start(
              LeaseElsewhereApplication.class,
              server.database(),
              "snowflake-id.lease.datasource=leaseDataSource",
              "snowflake-id.start-timeout=1s",
              "test.lease-url=" + url)) {
        assertEquals(503, readiness(shop));
        assertEquals(200, shop.get("/actuator/health/liveness").statusCode());
        assertEquals(500, shop.post("/purchases?article=tea&amount=1").statusCode());

        elsewhere.start();
        await(shop, 200);
        assertTrue(shop.post("/purchases?article=tea&amount=1").body().contains("\"id\":\""));
      }
    }
  }

  private static int readiness(RunningApplication shop) {
    return shop.get("/actuator/health/readiness").statusCode();
  }

  /** Waits as long as it takes, up to a limit that only a fault reaches. */
  private static void await(RunningApplication shop, int status)
      throws IOException, InterruptedException {
    Instant limit = Instant.now().plus(Duration.ofMinutes(2));
    while (readiness(shop) != status) {
      assertTrue(Instant.now().isBefore(limit), shop.get("/actuator/health/readiness").body());
      Thread.sleep(100); // a probe's interval
    }
  }
}
