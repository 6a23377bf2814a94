package dev.snowflakeid.lease.internal;

import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A slot as text, for stores that keep a value under a key: what a person can read. The version is
 * the store's own count of writes to the key; the owner is the rest of the text.
 */
public final class SlotText {

  private static final String NEVER_CLOSED = "-";
  private static final Pattern FORMAT =
      Pattern.compile(
          "high-water=(\\d+) token=(\\d+) nonce=(\\S+) closed-nonce=(\\S+) released-at=(-?\\d+)"
              + " owner=(.*)",
          Pattern.DOTALL);

  private SlotText() {}

  /** The text of a slot, without its worker, its version and whether it is live. */
  public static String format(Slot slot) {
    String closedNonce = slot.closedNonce();
    return "high-water=%s token=%s nonce=%s closed-nonce=%s released-at=%s owner=%s"
        .formatted(
            slot.highWater(),
            slot.token(),
            slot.nonce(),
            closedNonce == null ? NEVER_CLOSED : closedNonce,
            slot.releasedAt(),
            slot.owner());
  }

  /**
   * Reads a text back.
   *
   * @throws LeaseStoreException if the text is none of ours
   */
  public static Slot parse(int worker, String text, long version, boolean live) {
    Matcher fields = FORMAT.matcher(text);
    if (!fields.matches()) {
      throw unreadable(worker, text, null);
    }
    try {
      return new Slot(
          worker,
          Long.parseLong(fields.group(1)),
          Long.parseLong(fields.group(2)),
          version,
          fields.group(3),
          live,
          fields.group(4).equals(NEVER_CLOSED) ? null : fields.group(4),
          Long.parseLong(fields.group(5)),
          fields.group(6));
    } catch (NumberFormatException e) {
      throw unreadable(worker, text, e);
    }
  }

  private static LeaseStoreException unreadable(
      int worker, String text, @Nullable Exception cause) {
    return new LeaseStoreException(
        "the record of a worker cannot be read: worker=%s record=%s".formatted(worker, text),
        cause);
  }
}
