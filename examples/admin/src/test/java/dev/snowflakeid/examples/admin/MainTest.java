package dev.snowflakeid.examples.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What needs no store: ids, help, and options that do not go together. */
class MainTest {

  /** What a command has printed. */
  private record Result(int exit, String out, String err) {}

  private static Result run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return new Result(line.execute(args), out.toString(), err.toString());
  }

  private static void assertPrints(String expected, String... args) {
    Result result = run(args);
    assertEquals("", result.err());
    assertEquals(expected, result.out());
    assertEquals(0, result.exit());
  }

  private static void assertUsage(String message, String... args) {
    Result result = run(args);
    assertTrue(result.err().startsWith(message), result.err());
    assertEquals(2, result.exit());
    assertEquals("", result.out());
  }

  @Test
  void shouldTakeAnIdApart() {
    assertPrints(
        """
        id                  instant               worker  sequence
        240044212224069649  2026-10-25T09:30:00Z  17      17
        """,
        "decode",
        "240044212224069649");
  }

  @Test
  void shouldPrintIdsAsStringsInJson() {
    assertPrints(
        """
        [ {
          "id" : "240044212224069649",
          "instant" : "2026-10-25T09:30:00Z",
          "worker" : 17,
          "sequence" : 17
        } ]
        """,
        "decode",
        "--json",
        "240044212224069649");
  }

  @Test
  void shouldTakeAnIdOfAnotherLayoutApart() {
    assertPrints(
        """
        id     instant                   worker  sequence
        70000  2026-01-01T00:00:00.001Z  1       368
        """,
        "decode",
        "--epoch=2026-01-01T00:00:00Z",
        "--worker-bits=4",
        "--sequence-bits=12",
        "70000");
  }

  @Test
  void shouldPutAnIdTogether() {
    assertPrints(
        "id  240044212224069649\n",
        "compose",
        "2026-10-25T09:30:00Z",
        "--worker=17",
        "--sequence=17");
  }

  @Test
  void shouldNameTheFirstAndTheLastIdOfAMillisecond() {
    assertPrints(
        """
        first  240044212224000000
        last   240044212228194303
        """,
        "compose",
        "2026-10-25T09:30:00Z");
  }

  @Test
  void shouldRefuseWhatIsNoId() {
    assertUsage("id must be a decimal integer from 0 to 9223372036854775807", "decode", "007");
    assertUsage(
        "worker must be between 0 and 1023: worker=1024",
        "compose",
        "2026-10-25T09:30:00Z",
        "--worker=1024");
    assertUsage("Invalid value for positional parameter", "compose", "yesterday");
    assertUsage("--sequence needs --worker", "compose", "2026-10-25T09:30:00Z", "--sequence=1");
    assertUsage(
        "timestamp must lie between 2025-01-01T00:00:00Z and 2094-09-07T15:47:35.551Z",
        "compose",
        "2024-12-31T23:59:59Z");
  }

  @Test
  void shouldSayWhichOptionOfTheStoreIsMissing() {
    for (String command : List.of("leases", "clock", "layout", "quarantine")) {
      assertUsage("--store must be one of: jdbc, etcd, zookeeper", command);
    }
    assertUsage("--store=jdbc needs --jdbc-url", "leases", "--store=jdbc");
    assertUsage("--store=etcd needs --etcd-endpoints", "leases", "--store=etcd");
    assertUsage("--store=zookeeper needs --zookeeper-connect", "leases", "--store=zookeeper");
    assertUsage(
        "--jdbc-url needs --store=jdbc", "leases", "--store=etcd", "--jdbc-url=jdbc:h2:mem:x");
    assertUsage("Invalid value for option '--store'", "leases", "--store=redis");
    assertUsage("Missing required subcommand");
    assertUsage("Unmatched argument", "dance");
  }

  @Test
  void shouldAskForWhatAnOperatorHasToKnow() {
    assertUsage("Missing required option: '--i-know-no-ids-above=INSTANT|ID'", "unpoison", "3");
    assertUsage(
        "Missing required option: '--old-ids-will-decode-differently'",
        "change-layout",
        "--worker-bits=11");
    assertUsage("Missing required parameter: 'WORKER'", "evict");
    assertUsage("nothing is to be changed", "change-layout", "--old-ids-will-decode-differently");
  }

  @Test
  void shouldExplainEachCommand() {
    for (String command : List.of("decode", "evict", "change-layout")) {
      Result help = run(command, "--help");
      assertEquals(0, help.exit());
      assertTrue(help.out().startsWith("Usage: admin " + command), help.out());
      assertTrue(help.out().contains("Exit code 0 if it is done"), help.out());
    }
  }
}
