package dev.snowflakeid.lease.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;

/** Ordinary writes, and the text of the statements for them. */
final class Statements {

  static final Slot SEEN = Slot.vacant(3);
  static final NamedRecord RECORD = new NamedRecord(1, "state=OK");
  static final Admission ADMISSION = new Admission(5_000, 2_000, RECORD, "uuid");
  static final SlotWrite WRITE =
      new SlotWrite("orders", SEEN, "nonce-1", "host-1", 20_000, 19_000, 15_000);

  private Statements() {}

  /** Compares without regard to line breaks; NOW stands for the dialect's clock. */
  static void assertText(String expected, JdbcDialect dialect, Command command) {
    assertEquals(
        expected.strip().replaceAll("\\s+", " "), command.toString().replace(dialect.now(), "NOW"));
  }
}
