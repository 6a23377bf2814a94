package dev.snowflakeid.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.spring.shop.ShopApplication;
import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/** Ahead-of-time processing looks at the application and takes no lease. */
class AotIT {

  @TempDir Path folder;

  @Test
  void shouldTakeNoLeaseInAheadOfTimeProcessing() throws Exception {
    try (TestPostgres server = TestPostgres.start()) {
      Database database = server.create();
      Path log = folder.resolve("log");
      Process process =
          new ProcessBuilder(
                  List.of(
                      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                      "-cp",
                      System.getProperty("java.class.path"),
                      "org.springframework.boot.SpringApplicationAotProcessor",
                      ShopApplication.class.getName(),
                      folder.resolve("sources").toString(),
                      folder.resolve("resources").toString(),
                      folder.resolve("classes").toString(),
                      "dev.snowflakeid",
                      "shop",
                      "--spring.datasource.url=" + database.jdbcUrl(),
                      "--spring.datasource.username=" + database.user(),
                      "--spring.flyway.enabled=false"))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();

      assertEquals(0, process.waitFor(), Files.readString(log));
      assertTrue(generated("SnowflakeAutoConfiguration"), Files.readString(log));
      assertEquals(
          0,
          new JdbcTemplate(database.dataSource())
              .queryForObject(
                  "select count(*) from pg_tables where tablename like 'snowflake%'",
                  Integer.class));
    }
  }

  private boolean generated(String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("sources"))) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith(name));
    }
  }
}
