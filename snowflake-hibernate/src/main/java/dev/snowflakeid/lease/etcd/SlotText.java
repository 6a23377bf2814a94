package dev.snowflakeid.lease.etcd;

import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The record of a worker as text, readable with {@code etcdctl get}; the owner is the rest. */
final class SlotText {

  private static final Pattern FORMAT =
      Pattern.compile(
          "high-water=(\\d+) token=(\\d+) version=(\\d+) nonce=(\\S+) closed-nonce=(\\S*)"
              + " released-at=(\\d+) owner=(.*)",
          Pattern.DOTALL);

  private SlotText() {}

  static String format(Slot slot) {
    String closedNonce = slot.closedNonce();
    return "high-water=%s token=%s version=%s nonce=%s closed-nonce=%s released-at=%s owner=%s"
        .formatted(
            slot.highWater(),
            slot.token(),
            slot.version(),
            slot.nonce(),
            closedNonce == null ? "" : closedNonce,
            slot.releasedAt(),
            slot.owner());
  }

  /**
   * @throws LeaseStoreException if the text is none of ours
   */
  static Slot parse(int worker, String text, boolean live) {
    Matcher fields = FORMAT.matcher(text);
    if (!fields.matches()) {
      throw new LeaseStoreException(
          "the record of a worker cannot be read: worker=%s record=%s".formatted(worker, text),
          null);
    }
    try {
      return new Slot(
          worker,
          Long.parseLong(fields.group(1)),
          Long.parseLong(fields.group(2)),
          Long.parseLong(fields.group(3)),
          fields.group(4),
          live,
          fields.group(5).isEmpty() ? null : fields.group(5),
          Long.parseLong(fields.group(6)),
          fields.group(7));
    } catch (NumberFormatException e) {
      throw new LeaseStoreException(
          "the record of a worker cannot be read: worker=%s record=%s".formatted(worker, text), e);
    }
  }
}
