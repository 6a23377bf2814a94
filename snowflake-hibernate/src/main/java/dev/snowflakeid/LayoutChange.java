package dev.snowflakeid;

import static dev.snowflakeid.LeaseAdmin.refuseIf;

import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Gives a namespace another layout.
 *
 * <ol>
 *   <li>The record is marked, by a write on what was seen. From here on no slot is acquired or
 *       revived: both require, inside their write, the record that they have seen without a mark.
 *   <li>The marked record and one generation are watched for as long as a quarantine takes. After
 *       that no holder of a history that was lost makes ids.
 *   <li>No slot is live, and the first id that the new layout can yield is above the last one that
 *       the old one can have yielded, which lies below the greatest high-water mark.
 *   <li>Slots of new workers are created; then the layout replaces the mark, by a write on both.
 * </ol>
 */
final class LayoutChange {

  private static final long LOOK_EVERY_MILLIS = 1_000;

  private final LeaseAdmin admin;
  private final LeaseStore store;
  private final SnowflakeLayout layout;
  private final int firstWorker;
  private final int lastWorker;

  /**
   * @throws IllegalArgumentException if the range is not in the layout
   */
  LayoutChange(
      LeaseAdmin admin, LeaseStore store, SnowflakeLayout layout, int firstWorker, int lastWorker) {
    this.admin = admin;
    this.store = store;
    this.layout = layout;
    this.firstWorker = firstWorker;
    this.lastWorker = lastWorker;
    SnowflakeGenerator.builder(store).layout(layout).workers(firstWorker, lastWorker).validate();
  }

  void run(LeaseAdmin.Clocks clocks) throws InterruptedException {
    AdminView before = admin.look();
    long waitMillis = before.record().quarantineMillis();
    requireRest(before);
    requireAscent(before, before.now() + waitMillis);
    Optional<NamedRecord> marked = admin.write(before, before.record().withChanging());
    refuseIf(marked.isEmpty(), "others have written the namespace record, too: %s", before);
    boolean changed = false;
    try {
      AdminView after = watch(clocks, before, marked.get(), waitMillis);
      requireRest(after);
      requireAscent(after, after.now());
      addSlots(after.view());
      String live = Quarantine.generation(after.view());
      NamespaceRecord next = after.record().withLayout(layout, firstWorker, lastWorker, live);
      changed = admin.write(after, next).isPresent();
      refuseIf(!changed, "others have written the namespace record, too: %s", after);
    } finally {
      if (!changed) {
        undo(before, marked.get());
      }
    }
  }

  private AdminView watch(
      LeaseAdmin.Clocks clocks, AdminView before, NamedRecord marked, long waitMillis)
      throws InterruptedException {
    long since = clocks.monotonic().nanos();
    while (true) {
      AdminView look = admin.look();
      refuseIf(
          !look.seen().equals(marked), "others have written the namespace record, too: %s", look);
      String live = Quarantine.generation(look.view());
      String begun = Quarantine.generation(before.view());
      refuseIf(
          !live.equals(begun),
          "the store's generation went from %s to %s meanwhile: %s",
          begun,
          live,
          look);
      long left = waitMillis - (clocks.monotonic().nanos() - since) / 1_000_000;
      if (left <= 0) {
        return look;
      }
      clocks.pause().millis(Math.min(left, LOOK_EVERY_MILLIS));
    }
  }

  private static void requireRest(AdminView look) {
    List<Slot> live = look.view().slots().stream().filter(Slot::live).toList();
    refuseIf(
        !live.isEmpty(),
        "all processes must have stopped, but %s workers have a live holder, such as %s: %s",
        live.size(),
        live.stream().findFirst().map(Slot::owner).orElse(""),
        look);
  }

  /**
   * What makes the first id is a clock that may be behind the store's by the largest offset.
   *
   * @param atMillis when it is made by the store's clock, in Unix ms
   */
  private void requireAscent(AdminView look, long atMillis) {
    SnowflakeLayout old = look.record().layout();
    long mark =
        look.view().slots().stream().mapToLong(Slot::highWater).max().orElse(Long.MIN_VALUE);
    Instant earliest = Instant.ofEpochMilli(atMillis - look.record().maxOffset());
    refuseIf(
        earliest.isBefore(layout.epoch()) || earliest.isAfter(layout.lastInstant()),
        "the new layout has no ids at %s: %s",
        earliest,
        layout);
    if (mark <= old.epochMillis()) {
      return; // no id was ever made
    }
    Instant latest = Instant.ofEpochMilli(Math.min(mark - 1, old.lastInstant().toEpochMilli()));
    long last = old.lastIdAt(latest);
    long first = layout.firstIdAt(earliest);
    refuseIf(
        first <= last,
        "ids would not ascend: the new layout (%s) begins with %s, and the old one (%s) may have"
            + " gone as far as %s of %s; an earlier epoch or more bits below the timestamp pass: %s",
        layout,
        first,
        old,
        last,
        latest,
        look);
  }

  private void addSlots(LeaseView view) {
    Set<Integer> present = view.slots().stream().map(Slot::worker).collect(Collectors.toSet());
    if (!IntStream.rangeClosed(firstWorker, lastWorker).allMatch(present::contains)) {
      store.addSlots(admin.namespace(), firstWorker, lastWorker);
    }
  }

  /** A mark that somebody had left before stands for a quarantine that was not waited for. */
  private void undo(AdminView before, NamedRecord marked) {
    NamespaceRecord record = before.record();
    NamespaceRecord original =
        record.changing()
            ? record.withGeneration(record.generation(), Quarantine.generation(before.view()))
            : record;
    var unused =
        store.compareAndSet(
            admin.namespace(), LeaseView.NAMESPACE_RECORD, marked, original.format(), null);
  }
}
