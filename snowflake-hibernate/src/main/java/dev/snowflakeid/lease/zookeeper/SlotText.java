package dev.snowflakeid.lease.zookeeper;

import dev.snowflakeid.lease.Slot;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The content of a slot's znode; its version is the znode's data version. */
final class SlotText {

  private static final String NEVER_CLOSED = "-";
  private static final Pattern FIELDS =
      Pattern.compile(
          "high-water=(\\d+) token=(\\d+) nonce=(\\S+) closed-nonce=(\\S+) released-at=(-?\\d+)"
              + " owner=(.*)",
          Pattern.DOTALL);

  private SlotText() {}

  static byte[] format(Slot slot) {
    String closedNonce = slot.closedNonce();
    return "high-water=%s token=%s nonce=%s closed-nonce=%s released-at=%s owner=%s"
        .formatted(
            slot.highWater(),
            slot.token(),
            slot.nonce(),
            closedNonce == null ? NEVER_CLOSED : closedNonce,
            slot.releasedAt(),
            slot.owner())
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * @throws IllegalStateException if the content is not a slot's
   */
  static Slot parse(int worker, String text, long version, boolean live) {
    Matcher fields = FIELDS.matcher(text);
    if (!fields.matches()) {
      throw new IllegalStateException(
          "the record of worker " + worker + " cannot be read: content=" + text);
    }
    return new Slot(
        worker,
        Long.parseLong(fields.group(1)),
        Long.parseLong(fields.group(2)),
        version,
        fields.group(3),
        live,
        closedNonce(fields.group(4)),
        Long.parseLong(fields.group(5)),
        fields.group(6));
  }

  private static @Nullable String closedNonce(String text) {
    return text.equals(NEVER_CLOSED) ? null : text;
  }
}
