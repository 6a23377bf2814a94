package dev.snowflakeid.lease;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A lease store in memory, with a clock and with faults that a test sets. */
public final class InMemoryLeaseStore implements LeaseStore {

  /** What happens to the next call instead of a plain answer. */
  public enum Fault {
    /** The request never arrives. */
    REQUEST_LOST,
    /** The request is carried out, the answer never arrives. */
    REPLY_LOST,
    /** The request arrives when {@link #deliverLate()} is called, the answer never. */
    LATE
  }

  private record Row(Slot slot, long expiresAt) {}

  private final LongSupplier clock;
  private final Map<String, TreeMap<Integer, Row>> slots = new TreeMap<>();
  private final Map<String, NamedRecord> records = new TreeMap<>();
  private final Deque<Fault> faults = new ArrayDeque<>();
  private final List<Runnable> late = new ArrayList<>();
  private boolean down;
  private @Nullable String generation;

  public InMemoryLeaseStore(LongSupplier clock) {
    this.clock = clock;
  }

  public synchronized void down(boolean down) {
    this.down = down;
  }

  public synchronized void generation(@Nullable String generation) {
    this.generation = generation;
  }

  /** Lets one of the next writes fail, in the order of the calls. */
  public synchronized void failNextWrite(Fault fault) {
    faults.add(fault);
  }

  /** Carries out the requests that are late. */
  public synchronized void deliverLate() {
    List.copyOf(late).forEach(Runnable::run);
    late.clear();
  }

  /** Overwrites a slot, as an operator or a restored backup would. */
  public synchronized void overwrite(String namespace, Slot slot, long expiresAt) {
    slots.get(namespace).put(slot.worker(), new Row(slot, expiresAt));
  }

  public synchronized Slot slot(String namespace, int worker) {
    return seen(slots.get(namespace).get(worker));
  }

  @Override
  public synchronized LeaseView view(String namespace) {
    requireUp();
    List<Slot> seen =
        slots.getOrDefault(namespace, new TreeMap<>()).values().stream().map(this::seen).toList();
    NamedRecord record = records.get(key(namespace, LeaseView.NAMESPACE_RECORD));
    return new LeaseView(record, seen, OptionalLong.of(clock.getAsLong()), generation);
  }

  @Override
  public synchronized void initialize(
      String namespace, String value, int firstWorker, int lastWorker) {
    requireUp();
    String key = key(namespace, LeaseView.NAMESPACE_RECORD);
    if (!records.containsKey(key)) {
      TreeMap<Integer, Row> rows = new TreeMap<>();
      for (int worker = firstWorker; worker <= lastWorker; worker++) {
        rows.put(worker, new Row(Slot.vacant(worker), 0));
      }
      slots.put(namespace, rows);
      records.put(key, new NamedRecord(1, value));
    }
  }

  @Override
  public synchronized Optional<StoredSlot> acquire(SlotWrite write, Admission admission) {
    return faulty(
        () ->
            admitted(write, admission) && !live(write)
                ? write(write, write.seen().token() + 1)
                : Optional.empty());
  }

  @Override
  public synchronized Optional<StoredSlot> renew(SlotWrite write, @Nullable Admission admission) {
    return faulty(
        () ->
            (admission == null ? live(write) : admitted(write, admission))
                ? write(write, write.seen().token())
                : Optional.empty());
  }

  @Override
  public synchronized boolean release(String namespace, Slot seen, String nonce, long releasedAt) {
    return faulty(
        () -> {
          Row row = slots.get(namespace).get(seen.worker());
          if (row == null || !row.slot().unchangedSince(seen)) {
            return false;
          }
          Slot now = row.slot();
          slots.get(namespace).put(now.worker(), new Row(now.closed(nonce, releasedAt), 0));
          return true;
        });
  }

  @Override
  public synchronized Optional<StoredSlot> reset(String namespace, Slot seen, SlotReset reset) {
    return faulty(
        () -> {
          Row row = slots.get(namespace).get(seen.worker());
          long now = clock.getAsLong();
          boolean taken = row != null && row.expiresAt() > now && !reset.evenIfLive();
          if (row == null || taken || !row.slot().unchangedSince(seen)) {
            return Optional.empty();
          }
          Slot after = row.slot().reset(reset, now);
          slots.get(namespace).put(after.worker(), new Row(after, 0));
          return Optional.of(new StoredSlot(after, OptionalLong.of(now), 0));
        });
  }

  @Override
  public synchronized void addSlots(String namespace, int firstWorker, int lastWorker) {
    requireUp();
    for (int worker = firstWorker; worker <= lastWorker; worker++) {
      slots.get(namespace).putIfAbsent(worker, new Row(Slot.vacant(worker), 0));
    }
  }

  @Override
  public synchronized Optional<StoredSlot> read(String namespace, int worker) {
    requireUp();
    return Optional.ofNullable(slots.getOrDefault(namespace, new TreeMap<>()).get(worker))
        .map(row -> new StoredSlot(seen(row), OptionalLong.of(clock.getAsLong()), 0));
  }

  @Override
  public synchronized Optional<NamedRecord> readRecord(String namespace, String name) {
    requireUp();
    return Optional.ofNullable(records.get(key(namespace, name)));
  }

  @Override
  public synchronized Optional<NamedRecord> compareAndSet(
      String namespace,
      String name,
      @Nullable NamedRecord seen,
      String value,
      @Nullable String liveGeneration) {
    return faulty(
        () -> {
          boolean sameGeneration =
              liveGeneration == null || Objects.equals(liveGeneration, generation);
          if (!sameGeneration || !Objects.equals(seen, records.get(key(namespace, name)))) {
            return Optional.empty();
          }
          NamedRecord stored = new NamedRecord(seen == null ? 1 : seen.version() + 1, value);
          records.put(key(namespace, name), stored);
          return Optional.of(stored);
        });
  }

  @Override
  public String describe() {
    return "in-memory store";
  }

  private <T> T faulty(Supplier<T> write) {
    requireUp();
    Fault fault = faults.poll();
    if (fault == null) {
      return write.get();
    }
    if (fault == Fault.REPLY_LOST) {
      write.get();
    } else if (fault == Fault.LATE) {
      late.add(write::get);
    }
    throw new LeaseStoreException("injected: " + fault, null);
  }

  private boolean admitted(SlotWrite write, Admission admission) {
    NamedRecord record = records.get(key(write.namespace(), LeaseView.NAMESPACE_RECORD));
    return Math.abs(admission.reading() - clock.getAsLong()) <= admission.maxOffsetMillis()
        && admission.namespaceRecord().equals(record)
        && Objects.equals(admission.generation(), generation);
  }

  private boolean live(SlotWrite write) {
    Row row = slots.get(write.namespace()).get(write.seen().worker());
    return row != null && row.expiresAt() > clock.getAsLong();
  }

  private Optional<StoredSlot> write(SlotWrite write, long token) {
    TreeMap<Integer, Row> rows = slots.get(write.namespace());
    Row row = rows.get(write.seen().worker());
    if (row == null || !row.slot().unchangedSince(write.seen())) {
      return Optional.empty();
    }
    Slot before = row.slot();
    long now = clock.getAsLong();
    long bound = Math.min(write.highWater(), now + write.ceilingMillis());
    Slot after = before.granted(write, token, bound);
    rows.put(before.worker(), new Row(after, now + write.ttlMillis()));
    return Optional.of(new StoredSlot(after, OptionalLong.of(now), write.ttlMillis()));
  }

  private Slot seen(Row row) {
    return row.slot().withLive(row.expiresAt() > clock.getAsLong());
  }

  private void requireUp() {
    if (down) {
      throw new LeaseStoreException("in-memory store does not answer", null);
    }
  }

  private static String key(String namespace, String name) {
    return namespace + "/" + name;
  }
}
