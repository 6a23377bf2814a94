package dev.snowflakeid.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Every id of every process, in one ascending merge of their files, so that memory does not grow
 * with the number of ids.
 *
 * <p>It counts ids that were made twice, ids that do not ascend within their generator, ids at or
 * above the bound that their holder had been acknowledged, and ids with which a holder of a worker
 * reaches into the window of another one.
 */
final class Audit {

  private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

  /** The place in one file. */
  private static final class Cursor {
    private final Journal journal;
    private final Path file;
    private @Nullable Batch batch;
    private int next;
    private long id = -1;

    Cursor(Path file) throws IOException {
      this.file = file;
      this.journal = new Journal(file);
    }
  }

  /** Who made the latest id of a worker, and how many workers that generator had taken. */
  private record Holder(Cursor cursor, long id, long taken) {}

  private final Map<Integer, Holder> holders = new HashMap<>();
  private final Map<Integer, Map<Cursor, Long>> earlier = new HashMap<>();
  private final Map<Integer, Long> lastTimes = new TreeMap<>();
  private final List<String> examples = new ArrayList<>();
  private long ids;
  private long refusals;
  private long longestOutageNanos;
  private long duplicates;
  private long descending;
  private long beyondBound;
  private long intrusions;

  /** Reads the files of all generators that used one namespace of one store. */
  static Audit of(List<Path> files) {
    Audit audit = new Audit();
    try {
      audit.merge(files);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return audit;
  }

  long ids() {
    return ids;
  }

  long duplicates() {
    return duplicates;
  }

  long refusals() {
    return refusals;
  }

  /** The longest time between a refused call and the next id of the same generator. */
  long longestOutageMillis() {
    return longestOutageNanos / 1_000_000;
  }

  /** Per worker, the timestamp of its last id in Unix ms. */
  Map<Integer, Long> lastTimes() {
    return lastTimes;
  }

  void assertClean() {
    assertTrue(ids > 0, "no ids at all");
    assertEquals(0, duplicates + descending + beyondBound + intrusions, this::toString);
  }

  @Override
  public String toString() {
    return "ids=%s duplicates=%s descending=%s beyond-bound=%s intrusions=%s refusals=%s %s"
        .formatted(ids, duplicates, descending, beyondBound, intrusions, refusals, examples);
  }

  private void merge(List<Path> files) throws IOException {
    PriorityQueue<Cursor> queue = new PriorityQueue<>(Comparator.comparingLong((Cursor c) -> c.id));
    for (Path file : files) {
      advance(new Cursor(file), queue);
    }
    long last = -1;
    for (Cursor cursor = queue.poll(); cursor != null; cursor = queue.poll()) {
      if (cursor.id == last) {
        duplicates++;
        note("twice", cursor);
      }
      last = cursor.id;
      ids++;
      check(cursor);
      advance(cursor, queue);
    }
  }

  /** Moves to the next id of a file and files the cursor under it. */
  private void advance(Cursor cursor, PriorityQueue<Cursor> queue) throws IOException {
    while (cursor.batch == null || cursor.next == cursor.batch.ids().length) {
      cursor.batch = cursor.journal.next();
      cursor.next = 0;
      if (cursor.batch == null) {
        cursor.journal.close();
        return;
      }
      refusals += cursor.batch.refused() ? 1 : 0;
      longestOutageNanos = Math.max(longestOutageNanos, cursor.batch.outageNanos());
    }
    long id = cursor.batch.ids()[cursor.next++];
    if (id <= cursor.id) {
      descending++;
      note("not above " + cursor.id, cursor);
    }
    cursor.id = id;
    queue.add(cursor);
  }

  private void check(Cursor cursor) {
    Batch batch = cursor.batch;
    if (batch == null) {
      throw new IllegalStateException("no batch: " + cursor.file);
    }
    int worker = LAYOUT.workerOf(cursor.id);
    long time = LAYOUT.instantOf(cursor.id).toEpochMilli();
    lastTimes.merge(worker, time, Math::max);
    if (batch.bound() != 0 && time >= batch.bound()) {
      beyondBound++;
      note("at or above " + batch.bound(), cursor);
    }
    Holder holder = holders.get(worker);
    if (holder != null && holder.cursor != cursor) {
      boolean sameTime = LAYOUT.instantOf(holder.id).toEpochMilli() == time;
      Map<Cursor, Long> left = earlier.computeIfAbsent(worker, w -> new HashMap<>());
      left.put(holder.cursor, holder.taken);
      boolean cameBack = left.getOrDefault(cursor, -1L) >= batch.takenAfter();
      if (sameTime || cameBack) {
        intrusions++;
        note("in the window of " + holder.cursor.file.getFileName(), cursor);
      }
    }
    holders.put(worker, new Holder(cursor, cursor.id, batch.takenBefore()));
  }

  private void note(String what, Cursor cursor) {
    if (examples.size() < 5) {
      examples.add("%s %s: %s".formatted(cursor.file.getFileName(), cursor.id, what));
    }
  }
}
