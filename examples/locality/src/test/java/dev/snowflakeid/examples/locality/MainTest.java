package dev.snowflakeid.examples.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeLayout;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rows=many | --rows",
        "--rows=9999 | --rows must be at least 10000: rows=9999",
        "--strategies=flake | strategy=flake",
        "--strategies=snowflake-2000w | workers must be 1 to 1024: workers=2000",
        "--rows-per-ms=0 | rows per ms must be above 0, at most 4096: rows-per-ms=0.0",
        "--rows-per-ms=NaN | rows-per-ms=NaN",
        "--delay=-1 | a delay must be 0 to 60000 ms: delay=-1.0",
        "--round-trip=-1 | a round trip must be 0 to 60000 ms: round-trip=-1.0",
        "--clients=65 | --clients must be 0 to 64: clients=65",
        "--client-rows=1 | --client-rows must be at least 10000: client-rows=1",
        "--jdbc-url=jdbc:h2:mem:x?password=secret | of PostgreSQL: jdbc-url=jdbc:h2:mem:x",
        "--jdbc-url=jdbc:postgresql:x --schema=A-b | schema=A-b",
        "--unknown | --unknown",
        "months --from=2026-13 --to=2026-12 | --from must be a month",
        "months --from=2024-12 --to=2026-12 | --from must be a month",
        "months --from=2026-02 --to=2026-01 | from=2026-02 to=2026-01",
        "months --from=2026-02 --to=2026-02 --table=a;b | table=a;b",
        "months | --from"
      })
  void shouldRefuseBadFlagsByNameWithTwo(String arguments, String message) {
    assertEquals(2, execute(arguments));
    assertTrue(err.toString().contains(message), err::toString);
    assertTrue(!err.toString().contains("secret"), err::toString);
  }

  @Test
  void shouldSayWhyADatabaseCannotBeUsed() {
    assertEquals(1, execute("--jdbc-url=jdbc:postgresql://127.0.0.1:1/x"));
    assertTrue(err.toString().contains("127.0.0.1:1 refused"), err::toString);
  }

  @Test
  void shouldPrintBoundsOfMonthsWithoutGaps() {
    assertEquals(0, execute("months --table=orders --from=2026-12 --to=2027-01"));

    long december = firstIdAt("2026-12-01T00:00:00Z");
    long january = firstIdAt("2027-01-01T00:00:00Z");
    long february = firstIdAt("2027-02-01T00:00:00Z");
    assertEquals(
        """
        create table orders_2026_12 partition of orders for values from (%s) to (%s);
        create table orders_2027_01 partition of orders for values from (%s) to (%s);
        """
            .formatted(december, january, january, february),
        out.toString().replace(System.lineSeparator(), "\n"));
  }

  private static long firstIdAt(String instant) {
    return SnowflakeLayout.DEFAULT.firstIdAt(Instant.parse(instant));
  }

  private int execute(String arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments.split(" "));
  }
}
