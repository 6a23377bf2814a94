package dev.snowflakeid;

import dev.snowflakeid.WorkerStatus.State;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A namespace as an operator saw it.
 *
 * @param seen the namespace record as stored
 * @param hostMillis this host's clock half way between question and answer, in Unix ms
 */
record AdminView(
    String namespace,
    String store,
    LeaseView view,
    NamedRecord seen,
    NamespaceRecord record,
    long hostMillis,
    Duration roundTrip) {

  static AdminView of(LeaseStore store, String namespace, LeaseAdmin.Clocks clocks) {
    long sent = clocks.monotonic().nanos();
    LeaseView view = store.view(namespace);
    Duration roundTrip = Duration.ofNanos(clocks.monotonic().nanos() - sent);
    long hostMillis = clocks.wall().millis() - roundTrip.toMillis() / 2;
    NamedRecord seen = view.namespaceRecord();
    if (seen == null) {
      throw new IllegalStateException(
          "there is no such namespace: namespace=%s store=%s"
              .formatted(namespace, store.describe()));
    }
    NamespaceRecord record = NamespaceRecord.parse(namespace, seen.value());
    return new AdminView(namespace, store.describe(), view, seen, record, hostMillis, roundTrip);
  }

  /** The store's clock in Unix ms, or this host's where the store has none. */
  long now() {
    return view.storeTime().orElse(hostMillis);
  }

  /** Slots of the worker range. */
  List<Slot> slots() {
    return view.slots().stream()
        .filter(s -> s.worker() >= record.firstWorker() && s.worker() <= record.lastWorker())
        .toList();
  }

  Slot slot(int worker) {
    return slots().stream()
        .filter(slot -> slot.worker() == worker)
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "worker must be in the namespace's range %s-%s: worker=%s namespace=%s"
                        .formatted(record.firstWorker(), record.lastWorker(), worker, namespace)));
  }

  NamespaceStatus status() {
    Long storeTime = view.storeTime().isPresent() ? view.storeTime().getAsLong() : null;
    return new NamespaceStatus(
        namespace,
        store,
        record.storeId(),
        state(),
        record.layout(),
        record.firstWorker(),
        record.lastWorker(),
        Duration.ofMillis(record.maxHorizon()),
        Duration.ofMillis(record.maxOffset()),
        Duration.ofMillis(record.quarantineMillis()),
        record.generation(),
        Quarantine.generation(view),
        Instant.ofEpochMilli(hostMillis),
        roundTrip,
        storeTime == null ? null : Instant.ofEpochMilli(storeTime),
        slots().stream().map(this::status).toList());
  }

  WorkerStatus status(Slot slot) {
    long firstUnused = slot.live() ? slot.highWater() - record.maxHorizon() : Candidates.base(slot);
    return new WorkerStatus(
        slot.worker(),
        state(slot),
        slot.owner(),
        slot.token(),
        Instant.ofEpochMilli(slot.highWater()),
        Duration.ofMillis(slot.highWater() - now()),
        Duration.ofMillis(now() - firstUnused));
  }

  State state(Slot slot) {
    if (slot.live()) {
      return State.LIVE;
    }
    if (Candidates.base(slot) > record.poisonedFrom(now())) {
      return State.POISONED;
    }
    if (slot.highWater() <= now()) {
      return State.FREE;
    }
    return slot.cleanlyClosed() ? State.CLOSED : State.COOLING;
  }

  /** For messages. */
  @Override
  public String toString() {
    return "namespace=%s store=%s".formatted(namespace, store);
  }

  /** The generation differs from the recorded one: whoever acquires next begins the quarantine. */
  private NamespaceStatus.State state() {
    if (record.changing()) {
      return NamespaceStatus.State.CHANGING_LAYOUT;
    }
    return record.pending() == null && Quarantine.generation(view).equals(record.generation())
        ? NamespaceStatus.State.OK
        : NamespaceStatus.State.QUARANTINED;
  }
}
