package dev.snowflakeid;

import dev.snowflakeid.clock.MonotonicClock;
import dev.snowflakeid.clock.WallClock;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotReset;
import dev.snowflakeid.lease.StoredSlot;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an operator does to the leases of a namespace.
 *
 * <p>Each change is one conditional write on what was read right before, so that it meets no holder
 * that it was not meant for. A refusal is an {@link IllegalStateException} that names the rule, and
 * has changed nothing. After a {@link LeaseStoreException} the outcome is unknown: look, and repeat
 * the call if it is still wanted.
 *
 * <p>Safe for use by several threads. The store that was passed in stays open.
 */
public final class LeaseAdmin {

  /** The clocks that an operator goes by, and how time is let pass. */
  record Clocks(WallClock wall, MonotonicClock monotonic, Pause pause) {

    @FunctionalInterface
    interface Pause {
      void millis(long millis) throws InterruptedException;
    }
  }

  private static final int ATTEMPTS = 8; // each lost to a renewal or to another operator

  private final LeaseStore store;
  private final String namespace;
  private final Clocks clocks;
  private final Nonces nonces = new Nonces();

  /**
   * @param namespace namespace to look after
   */
  public LeaseAdmin(LeaseStore store, String namespace) {
    this(store, namespace, new Clocks(WallClock.SYSTEM, MonotonicClock.SYSTEM, Thread::sleep));
  }

  LeaseAdmin(LeaseStore store, String namespace, Clocks clocks) {
    this.store = Objects.requireNonNull(store, "store");
    this.namespace = Objects.requireNonNull(namespace, "namespace");
    this.clocks = clocks;
  }

  /**
   * Reads the namespace and all its workers.
   *
   * @throws IllegalStateException if the namespace does not exist
   * @throws ConfigurationMismatchException if its record is of another format
   * @throws LeaseStoreException if the store does not answer
   */
  public NamespaceStatus status() {
    return look().status();
  }

  /**
   * Takes a worker from its holder. The holder loses its lease with its next renewal and acquires
   * another worker; the ids that it makes until then lie below the bound, above which the next
   * holder starts. So no id is made twice, whoever was evicted.
   *
   * @param liveOwner owner of the live lease to end, exactly as {@link WorkerStatus#owner} shows
   *     it; null if a live lease must not be ended
   * @return the worker afterwards
   * @throws IllegalArgumentException if the worker is not in the namespace's range
   * @throws IllegalStateException if the worker has a live holder other than {@code liveOwner}, if
   *     nobody holds it, or if the namespace does not exist
   * @throws LeaseStoreException if the outcome is unknown
   */
  public WorkerStatus evict(int worker, @Nullable String liveOwner) {
    return reset(
        worker,
        look -> {
          Slot slot = look.slot(worker);
          refuseIf(
              slot.live() && !slot.owner().equals(liveOwner),
              "worker %s has a live holder, which is evicted only by its name: owner=%s",
              worker,
              slot.owner());
          boolean left = slot.cleanlyClosed() || slot.nonce().equals(Slot.VACANT);
          refuseIf(left, "nobody holds worker %s: state=%s", worker, look.state(slot));
          return new SlotReset(nonces.next(), slot.highWater(), slot.live());
        });
  }

  /**
   * Sets back the bound of a poisoned worker, which a holder with a clock far ahead has left: to
   * just above {@code noIdsAbove}, or to the store's time if that is later. <strong>Ids with later
   * timestamps, if the holder made some, will be made again</strong> when that time comes. Where
   * the store has no clock, this host's stands for it.
   *
   * @param noIdsAbove latest timestamp of an id that this worker may have made, to the millisecond:
   *     that of its greatest id in all tables, logs and queues
   * @return the worker afterwards
   * @throws IllegalArgumentException if the worker is not in the namespace's range, or the instant
   *     not in the layout's
   * @throws IllegalStateException if the worker is not poisoned, if its bound is no later than the
   *     new one, or if the namespace does not exist
   * @throws LeaseStoreException if the outcome is unknown
   */
  public WorkerStatus unpoison(int worker, Instant noIdsAbove) {
    return reset(
        worker,
        look -> {
          Slot slot = look.slot(worker);
          refuseIf(
              look.state(slot) != WorkerStatus.State.POISONED,
              "only a poisoned worker's bound is set back: worker=%s state=%s",
              worker,
              look.state(slot));
          SnowflakeLayout layout = look.record().layout();
          Instant used = layout.instantOf(layout.firstIdAt(noIdsAbove));
          long mark = Math.max(used.toEpochMilli() + 1, look.now());
          refuseIf(
              mark >= slot.highWater(),
              "the bound is no later than that already: worker=%s bound=%s",
              worker,
              Instant.ofEpochMilli(slot.highWater()));
          return new SlotReset(nonces.next(), mark, false);
        });
  }

  /**
   * Keeps all acquisitions of the namespace waiting, from now on, until one process that wants a
   * worker has watched it for {@link NamespaceStatus#quarantine}. For a store that has lost
   * acknowledged writes and cannot tell so itself, such as etcd or ZooKeeper after the restore of a
   * backup. Running leases go on. A quarantine that runs begins anew; a change of the layout that
   * was cut short is given up.
   *
   * @return how long it takes from the moment when a process wants a worker
   * @throws IllegalStateException if the namespace does not exist, or if its record changes each
   *     time it is looked at
   * @throws LeaseStoreException if the outcome is unknown
   */
  public Duration quarantine() {
    for (int i = 0; i < ATTEMPTS; i++) {
      AdminView look = look();
      NamespaceRecord record = look.record();
      String live = Quarantine.generation(look.view());
      if (write(look, record.withGeneration(record.generation(), live)).isPresent()) {
        return Duration.ofMillis(record.quarantineMillis());
      }
    }
    throw outrun("the namespace record");
  }

  /**
   * Gives the namespace another layout or worker range. All processes must have stopped; the new
   * ones are configured with the new layout. Waits as long as a quarantine takes, while no worker
   * is handed out. If it is refused then, or interrupted, the namespace is as before. If this
   * process dies meanwhile, no worker is handed out until the call is repeated or {@link
   * #quarantine} gives it up.
   *
   * <p><strong>Ids made before decode differently afterwards</strong>: their instants, workers and
   * sequences are those of the old layout.
   *
   * @param firstWorker lowest worker id of the new range
   * @param lastWorker highest worker id of the new range
   * @return the namespace afterwards
   * @throws IllegalArgumentException if the range is not in the layout
   * @throws IllegalStateException if a worker has a live holder, if the first new id would not be
   *     above every id of the old layout, as with a later epoch or fewer bits below the timestamp,
   *     if the store has changed its history or others the record meanwhile, or if the namespace
   *     does not exist
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws LeaseStoreException if the outcome is unknown
   */
  public NamespaceStatus changeLayout(SnowflakeLayout layout, int firstWorker, int lastWorker)
      throws InterruptedException {
    LayoutChange change = new LayoutChange(this, store, layout, firstWorker, lastWorker);
    change.run(clocks);
    return status();
  }

  String namespace() {
    return namespace;
  }

  AdminView look() {
    return AdminView.of(store, namespace, clocks);
  }

  /** Writes the namespace record if it still is as seen, in the generation that was seen. */
  Optional<NamedRecord> write(AdminView look, NamespaceRecord next) {
    return store.compareAndSet(
        namespace,
        LeaseView.NAMESPACE_RECORD,
        look.seen(),
        next.format(),
        look.view().generation());
  }

  IllegalStateException outrun(String what) {
    return new IllegalStateException(
        "%s changed %s times in a row: namespace=%s store=%s"
            .formatted(what, ATTEMPTS, namespace, store.describe()));
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is of a library
  static void refuseIf(boolean refused, String rule, Object... values) {
    if (refused) {
      throw new IllegalStateException(rule.formatted(values));
    }
  }

  private WorkerStatus reset(int worker, Function<AdminView, SlotReset> decision) {
    for (int i = 0; i < ATTEMPTS; i++) {
      AdminView look = look();
      SlotReset reset = decision.apply(look);
      Optional<StoredSlot> stored = store.reset(namespace, look.slot(worker), reset);
      if (stored.isPresent()) {
        return look.status(stored.get().slot());
      }
    }
    throw outrun("worker " + worker);
  }
}
