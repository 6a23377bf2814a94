package dev.snowflakeid;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Every id of a world, kept as ranges, and what has happened lately. */
final class Ledger {

  /** A promise that was not kept; the message has the history. */
  static final class Violation extends AssertionError {
    private static final long serialVersionUID = 1;

    Violation(String message) {
      super(message);
    }
  }

  private static final int HISTORY = 200;

  private final Map<Integer, TreeMap<Long, Long>> ranges = new HashMap<>();
  private final Deque<String> history = new ArrayDeque<>();
  private long ids;

  void note(String event) {
    if (history.size() == HISTORY) {
      history.removeFirst();
    }
    history.addLast(event);
  }

  long ids() {
    return ids;
  }

  /** Enters ids that were handed out; they are contiguous. */
  void enter(int worker, long first, int count, String who) {
    TreeMap<Long, Long> taken = ranges.computeIfAbsent(worker, w -> new TreeMap<>());
    long last = first + count - 1;
    Map.Entry<Long, Long> before = taken.floorEntry(last);
    if (before != null && before.getValue() >= first) {
      throw violation(
          "ids %s to %s of worker %s were made twice, the second time by %s"
              .formatted(first, last, worker, who));
    }
    if (before != null && before.getValue() == first - 1) {
      taken.put(before.getKey(), last);
    } else {
      taken.put(first, last);
    }
    ids += count;
  }

  Violation violation(String what) {
    return new Violation(what + "\n  " + String.join("\n  ", history));
  }
}
