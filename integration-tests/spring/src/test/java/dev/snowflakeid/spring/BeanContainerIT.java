package dev.snowflakeid.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.LeaseStatus;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.lease.FixedWorker;
import dev.snowflakeid.spring.shop.Purchase;
import dev.snowflakeid.spring.shop.ShopApplication;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestPostgres;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/** Hibernate finds a generator through Spring's bean container, and does without a container. */
class BeanContainerIT {

  private static final String SETTING = "hibernate.snowflake.generator";

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

  @ParameterizedTest
  @ValueSource(strings = {"ids", "*"})
  void shouldUseTheBeanAndLeaveItOpen(String name) {
    try (var shop = start(OneGenerator.class, name)) {
      SnowflakeGenerator bean = shop.context().getBean(SnowflakeGenerator.class);
      EntityManagerFactory factory = shop.context().getBean(EntityManagerFactory.class);
      assertEquals(7, workerOf(persist(factory)));
      factory.close();
      assertEquals(LeaseStatus.State.ACTIVE, bean.status().state());
    }
  }

  @Test
  void shouldUseTheBeanOfThatNameAmongSeveral() {
    try (var shop = start(TwoGenerators.class, "others")) {
      assertEquals(8, workerOf(persist(shop.context().getBean(EntityManagerFactory.class))));
    }
  }

  @Test
  void shouldNameTheSettingWhenThereIsNoSuchBean() {
    assertRefused(
        OneGenerator.class,
        "nobody",
        "there must be a bean of that name and of type dev.snowflakeid.SnowflakeGenerator:"
            + " hibernate.snowflake.generator=nobody");
    assertRefused(
        OneGenerator.class,
        "entityManagerFactoryBuilder",
        "there must be a bean of that name and of type dev.snowflakeid.SnowflakeGenerator:"
            + " hibernate.snowflake.generator=entityManagerFactoryBuilder");
    assertRefused(
        TwoGenerators.class,
        "*",
        "there must be one bean of type dev.snowflakeid.SnowflakeGenerator:"
            + " hibernate.snowflake.generator=*");
  }

  @Test
  void shouldUseAGeneratorThatIsPassedInWithoutABeanContainer() {
    try (SnowflakeGenerator passedIn = generator(9)) {
      EntityManagerFactory factory = withoutContainer(Map.of(SETTING, passedIn));
      assertEquals(9, workerOf(persist(factory)));
      factory.close();
      assertEquals(LeaseStatus.State.ACTIVE, passedIn.status().state());
    }
  }

  @Test
  void shouldLeaseWithoutABeanContainer() {
    EntityManagerFactory factory = withoutContainer(Map.of());
    assertTrue(persist(factory) > 0);
    factory.close();
  }

  private RunningApplication start(Class<?> application, String generator) {
    return RunningApplication.start(
        application, database, "spring.jpa.properties." + SETTING + "=" + generator);
  }

  private void assertRefused(Class<?> application, String generator, String message) {
    Throwable refusal =
        assertThrows(RuntimeException.class, () -> start(application, generator).close());
    List<String> messages =
        Stream.iterate(refusal, e -> e != null, Throwable::getCause)
            .map(e -> String.valueOf(e.getMessage()))
            .toList();
    assertTrue(messages.stream().anyMatch(each -> each.contains(message)), messages.toString());
  }

  private EntityManagerFactory withoutContainer(Map<String, Object> settings) {
    LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
    factory.setDataSource(database.dataSource());
    factory.setPackagesToScan(Purchase.class.getPackageName());
    HibernateJpaVendorAdapter hibernate = new HibernateJpaVendorAdapter();
    hibernate.setGenerateDdl(true);
    factory.setJpaVendorAdapter(hibernate);
    factory.setJpaPropertyMap(settings);
    factory.afterPropertiesSet();
    return factory.getObject();
  }

  private static long persist(EntityManagerFactory factory) {
    try (EntityManager entities = factory.createEntityManager()) {
      Purchase purchase = new Purchase("tea", 1);
      entities.getTransaction().begin();
      entities.persist(purchase);
      entities.getTransaction().commit();
      return purchase.getId();
    }
  }

  private static int workerOf(long id) {
    return SnowflakeLayout.DEFAULT.workerOf(id);
  }

  private static SnowflakeGenerator generator(int worker) {
    return SnowflakeGenerator.builder(new FixedWorker(worker)).build();
  }

  @Import(ShopApplication.class)
  static class OneGenerator {
    @Bean
    SnowflakeGenerator ids() {
      return generator(7);
    }
  }

  @Import(ShopApplication.class)
  static class TwoGenerators {
    @Bean
    SnowflakeGenerator ids() {
      return generator(7);
    }

    @Bean
    SnowflakeGenerator others() {
      return generator(8);
    }
  }
}
