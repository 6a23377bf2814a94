package dev.snowflakeid.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.spring.plain.PlainApplication;
import dev.snowflakeid.spring.shop.ShopApplication;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestPostgres;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** What an application gets that has a data source and the library, and no other setting. */
class ZeroConfigurationIT {

  private static final Pattern ID = Pattern.compile("\"id\":\"(\\d{18})\"");

  private static TestPostgres server;
  private Database database;
  private JdbcTemplate sql;

  @BeforeAll
  static void startServer() {
    server = TestPostgres.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void createDatabase() throws SQLException {
    database = server.create();
    sql = new JdbcTemplate(database.dataSource());
  }

  @Test
  void shouldSaveEntitiesAndReturnTheirIdsAsStrings() {
    try (var shop = RunningApplication.start(ShopApplication.class, database)) {
      String json = shop.post("/purchases?article=tea&amount=12").body();
      Matcher id = ID.matcher(json);

      assertTrue(id.find(), json);
      assertEquals(
          id.group(1), sql.queryForObject("select id from purchase", Long.class).toString());
      assertTrue(json.contains("\"amount\":12"), json);
      assertEquals(
          "{\"purchase\":\"%s\",\"amount\":12}".formatted(id.group(1)),
          shop.get("/purchases/%s/receipt".formatted(id.group(1))).body());
    }
  }

  @Test
  void shouldUseOneLeaseForHibernateAndTheGeneratorBean() {
    try (var shop = RunningApplication.start(ShopApplication.class, database)) {
      SnowflakeGenerator bean = shop.context().getBean(SnowflakeGenerator.class);
      long before = bean.next();
      shop.post("/purchases?article=tea&amount=12");
      long saved = sql.queryForObject("select id from purchase", Long.class);

      assertTrue(before < saved && saved < bean.next());
      assertEquals(1, heldWorkers());
    }
  }

  @Test
  void shouldGiveTheWorkerBackBeforeThePoolCloses() {
    RunningApplication.start(ShopApplication.class, database).close();

    assertEquals(0, heldWorkers());
    assertEquals(
        1,
        sql.queryForObject(
            "select count(*) from snowflake_lease where closed_nonce = nonce", Integer.class));
  }

  @Test
  void shouldLeaseNothingWhereNobodyAsksForIds() {
    try (var plain = RunningApplication.start(PlainApplication.class, database)) {
      assertEquals(200, plain.get("/actuator/health/readiness").statusCode());
      assertEquals(
          0,
          sql.queryForObject(
              "select count(*) from pg_tables where tablename like 'snowflake%'", Integer.class));
      assertTrue(
          Thread.getAllStackTraces().keySet().stream()
              .noneMatch(thread -> thread.getName().startsWith("snowflake")));
    }
  }

  @Test
  void shouldMakeIdsWithoutHibernate() {
    try (var plain = RunningApplication.start(PlainApplication.class, database)) {
      assertTrue(plain.context().getBean(SnowflakeGenerator.class).next() > 0);
      assertEquals(1, heldWorkers());
    }
  }

  @Test
  void shouldExposeMeters() {
    try (var shop = RunningApplication.start(ShopApplication.class, database)) {
      shop.post("/purchases?article=tea&amount=12");
      shop.post("/purchases?article=tea&amount=12");

      assertEquals(2, measurement(shop, "snowflake.ids?tag=namespace:default"));
      assertEquals(1, measurement(shop, "snowflake.lease.state?tag=state:active"));
      assertEquals(1024, measurement(shop, "snowflake.workers"));
      assertEquals(1, measurement(shop, "snowflake.store.calls?tag=outcome:acquired"));
    }
  }

  /** Returns the first measurement: a count, or the value of a gauge. */
  private static double measurement(RunningApplication shop, String meter) {
    String json = shop.get("/actuator/metrics/" + meter).body();
    Matcher value = Pattern.compile("\"value\":([-+.\\dE]+)").matcher(json);
    assertTrue(value.find(), json);
    return Double.parseDouble(value.group(1));
  }

  private int heldWorkers() {
    return sql.queryForObject(
        "select count(*) from snowflake_lease where nonce <> '-' and closed_nonce is distinct from nonce",
        Integer.class);
  }
}
