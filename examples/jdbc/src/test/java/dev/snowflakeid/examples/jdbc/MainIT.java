package dev.snowflakeid.examples.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MainIT {

  @Test
  void shouldInsertInThreeWaysInTheOrderOfTheCalls() throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
      Main.run(
          postgres.getPostgresDatabase(), new PrintStream(printed, true, StandardCharsets.UTF_8));
    }
    List<String> lines = printed.toString(StandardCharsets.UTF_8).lines().toList();

    assertEquals(
        List.of("JDBC", "JDBC", "JdbcTemplate", "jOOQ"),
        lines.stream().map(l -> l.substring(l.lastIndexOf(' ') + 1)).collect(Collectors.toList()));
    assertTrue(lines.stream().allMatch(line -> line.matches("\\d{18}  20\\S+Z  .+")));
  }
}
