package dev.snowflakeid.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.lease.FixedWorker;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.spring.shop.ShopApplication;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestEtcd;
import dev.snowflakeid.support.TestPostgres;
import dev.snowflakeid.support.TestZooKeeper;
import io.etcd.jetcd.Client;
import java.sql.SQLException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/** Beans of the application's own, in the place of ours. */
class BeansIT {

  private static TestPostgres server;
  private Database database;

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
  }

  @Test
  void shouldUseTheGeneratorOfTheApplicationAndLeaveItOpen() {
    SnowflakeGenerator generator;
    try (var shop = RunningApplication.start(OwnGenerator.class, database)) {
      generator = shop.context().getBean(SnowflakeGenerator.class);
      assertEquals(7, workerOf(shop.post("/purchases?article=tea&amount=1").body(), generator));
      assertFalse(hasLeaseTable());
      assertTrue(shop.get("/actuator/health").body().contains("\"worker\":7"));
    }
  }

  @Test
  void shouldLeaseFromTheStoreOfTheApplication() throws SQLException {
    Database leases = server.create();
    try (var shop =
        RunningApplication.start(OwnStore.class, database, "test.leases=" + leases.jdbcUrl())) {
      assertTrue(shop.post("/purchases?article=tea&amount=1").body().contains("\"id\":\""));
      assertFalse(hasLeaseTable());
      assertEquals(
          1,
          new JdbcTemplate(leases.dataSource())
              .queryForObject(
                  "select count(*) from snowflake_lease where nonce <> '-'", Integer.class));
    }
  }

  @Test
  void shouldLeaseThroughTheEtcdClientOfTheApplication() throws Exception {
    try (TestEtcd etcd = TestEtcd.start(1);
        var shop =
            RunningApplication.start(
                EtcdClient.class,
                database,
                "snowflake-id.lease.store=etcd",
                "snowflake-id.lease.etcd.prefix=/shop/",
                "test.endpoint=" + etcd.endpoints().get(0))) {
      assertTrue(shop.post("/purchases?article=tea&amount=1").body().contains("\"id\":\""));
      assertFalse(hasLeaseTable());
    }
  }

  @Test
  void shouldLeaseThroughTheCuratorClientOfTheApplication() throws Exception {
    try (TestZooKeeper zooKeeper = TestZooKeeper.start(1);
        var shop =
            RunningApplication.start(
                CuratorClient.class,
                database,
                "snowflake-id.lease.store=zookeeper",
                "test.connect=" + zooKeeper.connectString())) {
      assertTrue(shop.post("/purchases?article=tea&amount=1").body().contains("\"id\":\""));
      assertFalse(hasLeaseTable());
    }
  }

  private static int workerOf(String json, SnowflakeGenerator generator) {
    String id = json.replaceAll(".*\"id\":\"(\\d+)\".*", "$1");
    return generator.layout().decompose(Long.parseLong(id)).worker();
  }

  private boolean hasLeaseTable() {
    return new JdbcTemplate(database.dataSource())
            .queryForObject(
                "select count(*) from pg_tables where tablename like 'snowflake%'", Integer.class)
        > 0;
  }

  @Import(ShopApplication.class)
  static class OwnGenerator {
    @Bean
    SnowflakeGenerator ids() {
      return SnowflakeGenerator.builder(new FixedWorker(7)).build();
    }
  }

  @Import(ShopApplication.class)
  static class OwnStore {
    @Bean
    LeaseStore leases(@Value("${test.leases}") String url) {
      PGSimpleDataSource dataSource = new PGSimpleDataSource();
      dataSource.setUrl(url);
      dataSource.setUser("postgres");
      return new JdbcLeaseStore(dataSource);
    }
  }

  @Import(ShopApplication.class)
  static class EtcdClient {
    @Bean
    Client etcd(@Value("${test.endpoint}") String endpoint) {
      return Client.builder().endpoints(endpoint).build();
    }
  }

  @Import(ShopApplication.class)
  static class CuratorClient {
    @Bean(initMethod = "start")
    CuratorFramework curator(@Value("${test.connect}") String connect) {
      return CuratorFrameworkFactory.newClient(connect, new RetryOneTime(100));
    }
  }
}
