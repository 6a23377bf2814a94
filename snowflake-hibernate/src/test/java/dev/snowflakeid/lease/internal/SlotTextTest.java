package dev.snowflakeid.lease.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotTextTest {

  /** What stands in a store is read by later versions: it must not change unnoticed. */
  @Test
  void shouldWriteAsciiDigitsInAnyLocale() {
    Slot slot = new Slot(7, 1_790_000_000_000L, 3, 12, "ab", true, "cd", 42, "host-1/4711");

    assertEquals(
        "high-water=1790000000000 token=3 nonce=ab closed-nonce=cd released-at=42"
            + " owner=host-1/4711",
        SlotText.format(slot));
    assertEquals(
        "high-water=0 token=0 nonce=- closed-nonce=- released-at=0 owner=",
        SlotText.format(Slot.vacant(7)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "host-1/4711",
        "two words = one owner",
        "zwei\nZeilen",
        "Grün",
        " ",
        "größe=1 nonce=\n٣"
      })
  void shouldReadBackAnyOwner(String owner) {
    Slot held = new Slot(7, Long.MAX_VALUE, 3, 12, "ab", true, null, 0, owner);

    assertEquals(held, SlotText.parse(7, SlotText.format(held), 12, true));
    assertEquals(held.withLive(false), SlotText.parse(7, SlotText.format(held), 12, false));
  }

  @Test
  void shouldReadBackACleanClose() {
    Slot closed = new Slot(1, 1_000, 3, 12, "ab", false, "ab", 900, "host");

    Slot parsed = SlotText.parse(1, SlotText.format(closed), 12, false);

    assertEquals(closed, parsed);
    assertTrue(parsed.cleanlyClosed());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "something else",
        "high-water=1 token=1",
        "high-water=-1 token=0 nonce=- closed-nonce=- released-at=0 owner=",
        "high-water=99999999999999999999 token=0 nonce=- closed-nonce=- released-at=0" + " owner=",
        "high-water=1 token=0 nonce=- closed-nonce= released-at=0 owner=",
        "high-water=1 token=0 nonce= closed-nonce=- released-at=0 owner="
      })
  void shouldRefuseOtherText(String text) {
    LeaseStoreException refusal =
        assertThrows(LeaseStoreException.class, () -> SlotText.parse(7, text, 0, false));

    assertEquals(
        "the record of a worker cannot be read: worker=7 record=" + text, refusal.getMessage());
  }
}
