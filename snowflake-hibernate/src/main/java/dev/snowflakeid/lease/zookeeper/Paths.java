package dev.snowflakeid.lease.zookeeper;

import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.Slot;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where things are.
 *
 * <pre>
 * ROOT/clock                                  written to read the time
 * ROOT/namespaces/NS/records/NAME             named records
 * ROOT/namespaces/NS/slots/0042               the record of a slot
 * ROOT/namespaces/NS/slots/0042/TOKEN-NONCE   names the last write of the slot
 * ROOT/namespaces/NS/owners/0042              ephemeral: the slot has a live owner
 * ROOT/namespaces/NS/holders/0042-SESSION     ephemeral: and this session is it
 * </pre>
 */
record Paths(String root, String namespace) {

  private static final int WORKER_DIGITS = 4; // so that the usual 1,024 sort as numbers

  static String clock(String root) {
    return root + "/clock";
  }

  /** The folders that the namespace needs, parents first. */
  List<String> folders() {
    return List.of(
        root + "/namespaces", base(), slots(), owners(), base() + "/holders", base() + "/records");
  }

  String slots() {
    return base() + "/slots";
  }

  String slot(int worker) {
    return slots() + "/" + number(worker);
  }

  /** Exists while {@code slot} is how the record looks: nonces do not repeat. */
  String lastWrite(Slot slot) {
    return slot(slot.worker()) + "/" + slot.token() + "-" + encode(slot.nonce());
  }

  String owners() {
    return base() + "/owners";
  }

  String owner(int worker) {
    return owners() + "/" + number(worker);
  }

  String holder(int worker, long session) {
    return base() + "/holders/" + number(worker) + "-" + Long.toHexString(session);
  }

  String namespaceRecord() {
    return namedRecord(LeaseView.NAMESPACE_RECORD);
  }

  String namedRecord(String name) {
    return base() + "/records/" + encode(name);
  }

  static int worker(String child) {
    return Integer.parseInt(child);
  }

  static String number(int worker) {
    String digits = Integer.toString(worker);
    return "0".repeat(Math.max(0, WORKER_DIGITS - digits.length())) + digits;
  }

  /** All folders on the way to {@code path}, and the path itself. */
  static List<String> withParents(String path) {
    return Stream.iterate(1, i -> i > 0, i -> path.indexOf('/', i) + 1)
        .map(i -> path.indexOf('/', i))
        .map(end -> end < 0 ? path : path.substring(0, end))
        .toList();
  }

  private String base() {
    return root + "/namespaces/" + encode(namespace);
  }

  /** A name of dots alone means something else in a path. */
  private static String encode(String name) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8);
    return encoded.chars().allMatch(c -> c == '.') ? encoded.replace(".", "%2E") : encoded;
  }
}
