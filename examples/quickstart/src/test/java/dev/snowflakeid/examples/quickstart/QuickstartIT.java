package dev.snowflakeid.examples.quickstart;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.examples.locality.IndexSize;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class QuickstartIT {

  private static final int ORDERS = 1_200;
  private static final int ROWS_PER_TABLE = 20_000;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @Test
  void shouldFindWhatItTells() throws SQLException, IOException {
    Quickstart.Result result = run();
    List<Long> ids = result.ids();
    long lastId = ids.get(ORDERS - 1);

    assertAll(
        () -> assertEquals(ids, List.copyOf(new TreeSet<>(ids)), "ascending and distinct"),
        () -> assertEquals(ORDERS, result.rowsInTable()),
        () -> assertEquals(SnowflakeLayout.DEFAULT.decompose(lastId), result.parts()),
        () -> assertTrue(result.parts().instant().isBefore(result.held().reservedUntil())),
        () -> assertFalse(result.held().released()),
        () ->
            assertEquals(
                "{\"amount\":12.50,\"customer\":\"customer 1199\",\"id\":\"%d\"}".formatted(lastId),
                result.json()),
        () -> assertTrue(result.released().released()),
        () -> assertTrue(result.parts().instant().isBefore(result.released().releasedAt())),
        () -> assertTrue(printed.toString(StandardCharsets.UTF_8).contains(result.json())));
  }

  @Test
  void shouldFillIndexPagesLikeASequenceDoes() throws SQLException, IOException {
    List<Locality.Filled> filled = run().indexes();
    IndexSize sequence = filled.get(0).index();
    IndexSize snowflake = filled.get(1).index();
    IndexSize uuid = filled.get(2).index();

    assertEquals(
        List.of("sequence", "snowflake", "UUIDv4"),
        filled.stream().map(Locality.Filled::keys).toList());
    assertEquals(sequence, snowflake);
    assertTrue(uuid.leafDensity() < snowflake.leafDensity(), filled::toString);
  }

  private Quickstart.Result run() throws SQLException, IOException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start();
        HikariDataSource dataSource = Main.pool(postgres);
        PrintStream out = new PrintStream(printed, false, StandardCharsets.UTF_8)) {
      return new Quickstart(dataSource, out).run(ORDERS, ROWS_PER_TABLE);
    }
  }
}
