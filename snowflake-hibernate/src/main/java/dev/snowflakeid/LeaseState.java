package dev.snowflakeid;

import dev.snowflakeid.LeaseStatus.State;
import dev.snowflakeid.LeaseUnavailableException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state that the gate, the renewal thread and waiting callers share. It does no I/O, so its
 * lock is never held for long.
 *
 * <p>The gate: each {@link #beat()} publishes a limit of at most one second ahead. A process that
 * was stopped finds its clock beyond the limit when it wakes, and the next beat sees the gap: the
 * lease is then suspect until a renewal <em>sent after</em> the gap is acknowledged.
 */
final class LeaseState {

  /** What the renewal thread has to work on. */
  record Task(@Nullable HeldLease held, boolean closing, long firstUnusedMillis) {

    long lastIssuedMillis() {
      return firstUnusedMillis - 1;
    }
  }

  private static final long GAP_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long AHEAD_MILLIS = 1_000; // five beats of 200 ms

  private final String namespace;
  private final Supplier<String> store;
  private final long epochMillis;
  private final GeneratorClock clock;
  private final Sequencer sequencer;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition work = lock.newCondition();

  // All of the following is guarded by the lock.
  private @Nullable HeldLease held;
  private long firstUnusedMillis = Long.MIN_VALUE + 1;
  private long lastBeatNanos;
  private boolean wasUsable;
  private long unusableSinceNanos;
  private boolean suspect;
  private long suspectSinceNanos;
  private @Nullable Instant confirmedAt;
  private @Nullable RuntimeException failure;
  private long leasesTaken;
  private long unconfirmedPauses;
  private boolean attempted;
  private boolean workWanted;
  private boolean closing;
  private long closeDeadlineNanos;
  private boolean terminated;

  LeaseState(
      LeaseSettings settings, GeneratorClock clock, Sequencer sequencer, Supplier<String> store) {
    this.namespace = settings.namespace();
    this.epochMillis = settings.layout().epochMillis();
    this.clock = clock;
    this.sequencer = sequencer;
    this.store = store;
    this.lastBeatNanos = clock.monotonicNanos();
  }

  /**
   * The heartbeat; publishes the limit, or finds that the process was stopped.
   *
   * @return false when no more beats are needed
   */
  boolean beat() {
    lock.lock();
    try {
      long now = clock.monotonicNanos();
      if (now - lastBeatNanos > GAP_NANOS) {
        suspect = true;
        suspectSinceNanos = now;
        wantWork();
      }
      lastBeatNanos = now;
      HeldLease lease = held;
      if (lease != null && !suspect && !closing) {
        long limit = Math.min(lease.highWater(), clock.millis() + AHEAD_MILLIS);
        lease.lease().publishLimit(limit - epochMillis);
        changed.signalAll();
      }
      noteIfUsable(now);
      return !over();
    } finally {
      lock.unlock();
    }
  }

  private void noteIfUsable(long now) {
    boolean usable = usable();
    if (wasUsable && !usable) {
      unusableSinceNanos = now;
    }
    wasUsable = usable;
  }

  // ---------------------------------------------------------------- the renewal thread

  Task task() {
    lock.lock();
    try {
      workWanted = false;
      return new Task(held, closing, firstUnusedMillis);
    } finally {
      lock.unlock();
    }
  }

  void stepped(boolean done) {
    lock.lock();
    try {
      attempted = true;
      terminated = done;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * A lease was acquired; false if the generator was closed meanwhile, the lease is sealed then.
   */
  boolean acquired(HeldLease lease, long sentNanos) {
    lock.lock();
    try {
      held = lease;
      leasesTaken++;
      if (closing) {
        seal(lease);
        return false;
      }
      sequencer.use(lease.lease());
      confirmed(sentNanos);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** The store has acknowledged a write that was sent at or after this reading. */
  void confirmed(long sentNanos) {
    lock.lock();
    try {
      confirmedAt = Instant.ofEpochMilli(clock.millis());
      failure = null;
      if (suspect && sentNanos - suspectSinceNanos >= 0) {
        suspect = false;
      }
      beat();
    } finally {
      lock.unlock();
    }
  }

  /**
   * A renewal was not acknowledged.
   *
   * @param unsuspect whether ids may go on without the store's word: it cannot be reached, and the
   *     bound protects every id
   */
  void unconfirmed(long sentNanos, @Nullable RuntimeException cause, boolean unsuspect) {
    lock.lock();
    try {
      failure = cause;
      if (suspect && unsuspect && sentNanos - suspectSinceNanos >= 0) {
        suspect = false;
        unconfirmedPauses++;
      }
      beat();
    } finally {
      lock.unlock();
    }
  }

  void failed(RuntimeException cause) {
    lock.lock();
    try {
      failure = cause;
    } finally {
      lock.unlock();
    }
  }

  void lost(HeldLease lease) {
    lock.lock();
    try {
      seal(lease);
      held = null;
      failure = null;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next step; ends early if there is something to do. */
  void awaitWork(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (left > 0 && !workWanted) {
        left = work.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  // ---------------------------------------------------------------- callers

  /** Waits until ids can be made; false if that took longer, or will never be. */
  boolean awaitUsable(long deadlineNanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!usable() && !over() && awaitChange(deadlineNanos)) {}
      return usable();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the first attempt to acquire or, if ids are required, until they can be made.
   *
   * @throws IdGenerationException if trying again is of no use, or if ids are required and there
   *     are none at the deadline
   */
  void awaitStart(long deadlineNanos, boolean idsRequired) {
    lock.lock();
    try {
      while (!usable() && !over() && (idsRequired || !attempted) && awaitChange(deadlineNanos)) {}
      if (over() || (idsRequired && !usable())) {
        throw unavailable();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(e);
    } finally {
      lock.unlock();
    }
  }

  /** Seals the lease and lets the renewal thread give it back; only the first call counts. */
  void beginClose(Duration timeout) {
    lock.lock();
    try {
      if (!closing) {
        closing = true;
        closeDeadlineNanos = clock.monotonicNanos() + timeout.toNanos();
        if (held != null) {
          seal(held);
        }
        wantWork();
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the lease is given back, at most until the timeout of the first close. */
  void awaitClosed() {
    lock.lock();
    try {
      while (!terminated && awaitChange(closeDeadlineNanos)) {}
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the renewal thread finishes by itself
    } finally {
      lock.unlock();
    }
  }

  /** Whether ids can be made, or could a moment ago. */
  boolean ready(long momentNanos) {
    lock.lock();
    try {
      boolean lately = wasUsable || clock.monotonicNanos() - unusableSinceNanos < momentNanos;
      return !over() && (usable() || (leasesTaken > 0 && lately));
    } finally {
      lock.unlock();
    }
  }

  LeaseStatus status() {
    lock.lock();
    try {
      HeldLease lease = held;
      return new LeaseStatus(
          state(),
          namespace,
          lease == null ? OptionalInt.empty() : OptionalInt.of(lease.lease().worker()),
          lease == null ? null : Instant.ofEpochMilli(lease.highWater()),
          lease == null ? null : Duration.ofNanos(lease.deadlineNanos() - clock.monotonicNanos()),
          confirmedAt,
          leasesTaken,
          unconfirmedPauses);
    } finally {
      lock.unlock();
    }
  }

  /** Says why there is no id. */
  IdGenerationException unavailable() {
    lock.lock();
    try {
      return Refusals.of(state(), failure, leasesTaken > 0, describe());
    } finally {
      lock.unlock();
    }
  }

  /** The calling thread was interrupted while it waited. */
  IdGenerationException interrupted(@Nullable InterruptedException cause) {
    return Refusals.interrupted(describe(), cause);
  }

  /** The lease in words, for messages. */
  String describe() {
    lock.lock();
    try {
      HeldLease lease = held;
      Instant confirmed = confirmedAt;
      return "namespace=%s worker=%s bound=%s confirmed=%s store=%s"
          .formatted(
              namespace,
              lease == null ? "none" : lease.lease().worker(),
              lease == null ? "none" : Instant.ofEpochMilli(lease.highWater()),
              confirmed == null
                  ? "never"
                  : (clock.millis() - confirmed.toEpochMilli()) / 1000 + " s ago",
              store.get());
    } finally {
      lock.unlock();
    }
  }

  // ---------------------------------------------------------------- under the lock

  @SuppressWarnings("WaitNotInLoop") // each caller loops on its own condition
  private boolean awaitChange(long deadlineNanos) throws InterruptedException {
    long left = deadlineNanos - clock.monotonicNanos();
    if (left > 0) {
      changed.awaitNanos(left);
    }
    return left > 0;
  }

  private void wantWork() {
    workWanted = true;
    work.signalAll();
  }

  // Only the first seal counts: what it found is what was issued.
  private void seal(HeldLease lease) {
    long firstUnusedTick = lease.lease().seal();
    if (firstUnusedTick >= 0) {
      firstUnusedMillis = firstUnusedTick + epochMillis;
    }
  }

  private boolean usable() {
    return held != null && held.lease().open(sequencer.tick());
  }

  private boolean over() {
    return closing || terminated;
  }

  private State state() {
    if (over()) {
      return State.CLOSED;
    }
    if (held == null) {
      return failure instanceof LeaseUnavailableException e && e.reason() == Reason.QUARANTINE
          ? State.QUARANTINED
          : State.STARTING;
    }
    if (suspect) {
      return State.SUSPECT;
    }
    return usable() ? State.ACTIVE : State.EXHAUSTED;
  }
}
