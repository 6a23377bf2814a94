package dev.snowflakeid.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.spring.shop.ShopApplication;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.context.aot.AbstractAotProcessor.Settings;
import org.springframework.jdbc.core.JdbcTemplate;

/** An application with a repository is processed ahead of time, as its build does it. */
class AheadOfTimeIT {

  @TempDir Path out;

  @Test
  void shouldProcessAnApplicationWithoutALease() throws Exception {
    try (TestPostgres server = TestPostgres.start()) {
      Database database = server.create();
      Settings settings =
          Settings.builder()
              .sourceOutput(out.resolve("sources"))
              .resourceOutput(out.resolve("resources"))
              .classOutput(out.resolve("classes"))
              .groupId("shop")
              .artifactId("shop")
              .build();
      String[] arguments = {
        "--spring.datasource.url=" + database.jdbcUrl(),
        "--spring.datasource.username=" + database.user(),
        "--spring.datasource.password=" + database.password(),
        "--spring.flyway.enabled=false"
      };

      new SpringApplicationAotProcessor(Main.class, settings, arguments).process();

      try (Stream<Path> sources = Files.walk(out.resolve("sources"))) {
        assertTrue(sources.anyMatch(file -> file.toString().endsWith("BeanDefinitions.java")));
      }
      assertEquals(List.of(), leaseThreads());
      assertEquals(
          0,
          new JdbcTemplate(database.dataSource())
              .queryForObject(
                  "select count(*) from pg_tables where tablename like 'snowflake%'",
                  Integer.class));
    }
  }

  private static List<String> leaseThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("snowflake-"))
        .toList();
  }

  /** What the build runs. */
  public static final class Main {

    private Main() {}

    public static void main(String[] arguments) {
      SpringApplication.run(ShopApplication.class, arguments);
    }
  }
}
