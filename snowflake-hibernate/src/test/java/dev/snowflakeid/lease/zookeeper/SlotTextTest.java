package dev.snowflakeid.lease.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.Slot;
import org.junit.jupiter.api.Test;

class SlotTextTest {

  @Test
  void shouldReadBackWhatItWrote() {
    Slot held =
        new Slot(3, 1_790_000_000_000L, 2, 7, "n7", true, "n5", 1_789_999_999_999L, "a b/1");

    for (Slot slot : new Slot[] {held, Slot.vacant(3)}) {
      String text = new String(SlotText.format(slot), UTF_8);
      assertEquals(slot, SlotText.parse(3, text, slot.version(), slot.live()));
    }
  }

  @Test
  void shouldKeepDigitsAndOwnersOfAnyScript() {
    Slot slot = new Slot(3, 1_790_000_000_000L, 2, 7, "n7", false, null, 0, "größe=1 nonce=\n٣");

    String text = new String(SlotText.format(slot), UTF_8);

    assertTrue(text.startsWith("high-water=1790000000000 token=2 nonce=n7 closed-nonce=- "), text);
    assertEquals(slot, SlotText.parse(3, text, 7, false));
  }

  @Test
  void shouldNameTheRecordThatCannotBeRead() {
    IllegalStateException failure =
        assertThrows(IllegalStateException.class, () -> SlotText.parse(3, "token=1", 0, false));

    assertEquals("the record of worker 3 cannot be read: content=token=1", failure.getMessage());
  }
}
