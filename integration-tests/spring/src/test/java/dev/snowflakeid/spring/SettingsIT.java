package dev.snowflakeid.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.spring.plain.PlainApplication;
import dev.snowflakeid.spring.shop.ShopApplication;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestPostgres;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.jdbc.core.JdbcTemplate;

/** {@code snowflake-id.*}: what is taken, what is refused, and with which words. */
class SettingsIT {

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
  void shouldApplySettings() {
    try (var shop =
        RunningApplication.start(
            ShopApplication.class,
            database,
            "snowflake-id.namespace=orders",
            "snowflake-id.workers=700-700",
            "snowflake-id.lease.schema=public")) {
      SnowflakeGenerator generator = shop.context().getBean(SnowflakeGenerator.class);

      assertEquals("orders", generator.status().namespace());
      assertEquals(700, generator.status().worker().orElseThrow());
    }
  }

  @Test
  void shouldReadHibernatesSettingsAndPreferItsOwn() {
    try (var shop =
        RunningApplication.start(
            ShopApplication.class,
            database,
            "spring.jpa.properties.hibernate.snowflake.namespace=theirs",
            "spring.jpa.properties.hibernate.snowflake.workers=700-700",
            "snowflake-id.namespace=ours")) {
      SnowflakeGenerator generator = shop.context().getBean(SnowflakeGenerator.class);

      assertEquals("ours", generator.status().namespace());
      assertEquals(700, generator.status().worker().orElseThrow());
    }
  }

  @Test
  void shouldRefuseAnUnknownKey() {
    Throwable failure = failure("snowflake-id.lease.tttl=10s");

    assertTrue(messages(failure).contains("tttl"), messages(failure));
  }

  @Test
  void shouldSayWhichSettingBreaksWhichRuleAndWhatToDo() {
    FailureAnalysis analysis =
        new SnowflakeFailureAnalyzer().analyze(failure("snowflake-id.lease.store=redis"));

    assertEquals(
        "must be one of: jdbc, etcd, zookeeper, fixed: snowflake-id.lease.store=redis",
        analysis.getDescription());
    assertTrue(analysis.getAction().startsWith("Correct the setting."));
  }

  @Test
  void shouldFailTheStartWithoutALeaseWhenToldTo() {
    Throwable failure =
        assertThrows(
            Exception.class,
            () ->
                RunningApplication.start(
                    LeaseElsewhereApplication.class,
                    database,
                    "snowflake-id.lease.datasource=leaseDataSource",
                    "snowflake-id.start-timeout=1s",
                    "snowflake-id.fail-fast=true",
                    "test.lease-url=jdbc:postgresql://localhost:1/none"));
    FailureAnalysis analysis = new SnowflakeFailureAnalyzer().analyze(failure);

    assertTrue(analysis.getAction().contains("snowflake-id.fail-fast=false"));
    assertTrue(analysis.getDescription().contains("namespace"), analysis.getDescription());
  }

  @Test
  void shouldRefuseAnotherLayoutThanTheNamespaceHas() {
    RunningApplication.start(ShopApplication.class, database).close();
    Throwable failure = failure("snowflake-id.worker-bits=9");
    FailureAnalysis analysis = new SnowflakeFailureAnalyzer().analyze(failure);

    assertTrue(
        analysis.getAction().startsWith("Use the layout that the namespace was created with"));
  }

  @Test
  void shouldNameTheLeaseDataSourceWhenThereIsNoDatabase() {
    FailureAnalysis analysis =
        new SnowflakeFailureAnalyzer()
            .analyze(
                assertThrows(
                    Exception.class,
                    () -> {
                      try (var plain =
                          RunningApplication.start(
                              PlainApplication.class,
                              database,
                              "spring.autoconfigure.exclude="
                                  + DataSourceClasses.autoConfigurations())) {
                        plain.context().getBean(SnowflakeGenerator.class);
                      }
                    }));

    assertTrue(
        analysis.getDescription().contains("snowflake-id.lease.datasource"),
        analysis.getDescription());
  }

  @Test
  void shouldLeaseAfterMigrationsAndLeaveThemAnEmptySchema() {
    try (var shop =
        RunningApplication.start(
            ShopApplication.class,
            database,
            "spring.flyway.enabled=true",
            "spring.jpa.hibernate.ddl-auto=none")) {
      assertTrue(shop.post("/purchases?article=tea&amount=1").body().contains("\"id\":\""));
    }
    assertEquals(1, sql.queryForObject("select count(*) from purchase", Integer.class));
    assertEquals(
        1, sql.queryForObject("select count(*) from flyway_schema_history", Integer.class));
  }

  @Test
  void shouldStartWhereScriptsRunAfterHibernate() {
    try (var shop =
        RunningApplication.start(
            ShopApplication.class,
            database,
            "spring.jpa.defer-datasource-initialization=true",
            "spring.sql.init.mode=always",
            "spring.sql.init.data-locations=classpath:tea.sql")) {
      assertTrue(shop.get("/purchases").body().contains("\"id\":\"1\""));
      assertTrue(shop.post("/purchases?article=tea&amount=1").body().contains("\"id\":\""));
    }
  }

  private Throwable failure(String... settings) {
    return assertThrows(
        Exception.class,
        () -> RunningApplication.start(ShopApplication.class, database, settings).close());
  }

  private static String messages(Throwable failure) {
    StringBuilder messages = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      messages.append(cause.getMessage()).append('\n');
    }
    return messages.toString();
  }
}
