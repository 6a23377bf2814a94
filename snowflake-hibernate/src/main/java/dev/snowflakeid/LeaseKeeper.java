package dev.snowflakeid;

import dev.snowflakeid.LeaseStatus.State;
import dev.snowflakeid.LeaseUnavailableException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a generator's lease: when to acquire, renew and give back, and up to which timestamp ids
 * may be made. It has no threads of its own; {@link KeeperThreads} calls {@link #beat()} and {@link
 * #step()}.
 *
 * <p>The gate: each beat publishes a limit of at most one second ahead. A process that was stopped
 * finds its clock beyond the limit when it wakes, and the next beat sees the gap: the lease is then
 * suspect until a renewal that was sent after the gap is acknowledged.
 */
final class LeaseKeeper {

  private static final Logger log = LoggerFactory.getLogger(SnowflakeGenerator.class);

  /** Answer of {@link #step()}: there is nothing left to do. */
  static final long DONE = -1;

  private static final long GAP_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long AHEAD_MILLIS = 1_000; // five beats of 200 ms
  private static final int UNKNOWNS_BEFORE_WARNING = 3;
  private static final int MAX_RELEASES = 5;

  private final LeaseSettings settings;
  private final LeaseProtocol protocol;
  private final GeneratorClock clock;
  private final Sequencer sequencer;
  private final Backoff acquireBackoff;
  private final Backoff renewBackoff;
  private final Random random;
  private final String store;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition work = lock.newCondition();

  // All below is guarded by the lock; held and lastIssuedMillis are written by step() alone.
  private @Nullable HeldLease held;
  private long lastIssuedMillis = Long.MIN_VALUE;
  private long lastBeatNanos;
  private boolean suspect;
  private long suspectSinceNanos;
  private @Nullable Instant confirmedAt;
  private @Nullable RuntimeException failure;
  private boolean attempted;
  private long leasesTaken;
  private boolean workWanted;
  private boolean closing;
  private boolean terminated;
  private long releasedAtMillis = -1;
  private int releases;

  LeaseKeeper(
      LeaseSettings settings,
      LeaseProtocol protocol,
      GeneratorClock clock,
      Sequencer sequencer,
      Random random,
      String store) {
    this.settings = settings;
    this.protocol = protocol;
    this.clock = clock;
    this.sequencer = sequencer;
    this.random = random;
    this.store = store;
    this.acquireBackoff = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(5), random);
    this.renewBackoff = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(2), random);
    this.lastBeatNanos = clock.monotonicNanos();
  }

  // ---------------------------------------------------------------- gate

  /**
   * The heartbeat; no I/O. Publishes the limit, or finds that the process was stopped.
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
        workWanted = true;
        work.signalAll();
      }
      lastBeatNanos = now;
      HeldLease lease = held;
      if (lease != null && !suspect) {
        long limit = Math.min(lease.highWater(), clock.millis() + AHEAD_MILLIS);
        lease.lease().publishLimit(limit - settings.layout().epochMillis());
        changed.signalAll();
      }
      return !over();
    } finally {
      lock.unlock();
    }
  }

  // ---------------------------------------------------------------- renewal thread

  /**
   * Does what is next: acquire, renew or give back.
   *
   * @return when to call again, in ns from now, or {@link #DONE}
   */
  long step() {
    lock.lock();
    HeldLease lease;
    boolean close;
    try {
      workWanted = false;
      lease = held;
      close = closing;
    } finally {
      lock.unlock();
    }
    long next = close ? release(lease) : lease == null ? acquire() : renew(lease);
    lock.lock();
    try {
      attempted = true;
      terminated = next == DONE;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    return next;
  }

  private long acquire() {
    long sent = clock.monotonicNanos();
    try {
      HeldLease lease = protocol.acquire(lastIssuedMillis);
      lock.lock();
      try {
        held = lease;
        leasesTaken++;
        if (closing) {
          seal(lease);
          return 0;
        }
        confirmed(sent);
        sequencer.use(lease.lease());
      } finally {
        lock.unlock();
      }
      acquireBackoff.reset();
      log.info("Leased: {}", describe(lease));
      beat();
      return settings.firstRenewalNanos();
    } catch (ConfigurationMismatchException e) {
      failed(e);
      log.error("No ids will be made: {}", e.getMessage());
      return DONE;
    } catch (RuntimeException e) {
      failed(e);
      long delay = acquireBackoff.next();
      if (acquireBackoff.count() == 1) {
        log.warn("No worker could be leased, trying again in the background: {}", e.getMessage());
      }
      return delay;
    }
  }

  private long renew(HeldLease lease) {
    long sent = clock.monotonicNanos();
    switch (protocol.renew(lease)) {
      case RENEWED -> {
        lock.lock();
        try {
          confirmed(sent);
        } finally {
          lock.unlock();
        }
        if (renewBackoff.count() >= UNKNOWNS_BEFORE_WARNING) {
          log.info("Renewed again: {}", describe(lease));
        }
        renewBackoff.reset();
        beat();
        return untilRenewal(lease);
      }
      case LOST -> {
        log.warn("Lost, another worker is being acquired: {}", describe(lease));
        lose(lease);
        return 0;
      }
      default -> {
        return renewalFailed(lease, sent);
      }
    }
  }

  private long renewalFailed(HeldLease lease, long sentNanos) {
    RuntimeException cause = protocol.refusal();
    if (cause != null) {
      failed(cause);
    }
    lock.lock();
    try {
      if (suspect && !settings.strict() && sentNanos - suspectSinceNanos >= 0) {
        suspect = false; // the store cannot tell; the bound still protects every id
      }
    } finally {
      lock.unlock();
    }
    long delay = renewBackoff.next();
    if (renewBackoff.count() == UNKNOWNS_BEFORE_WARNING) {
      log.warn(
          "Not renewed {} times; ids go on up to the bound: {}: {}",
          UNKNOWNS_BEFORE_WARNING,
          describe(lease),
          cause == null ? "the store's answers contradict each other" : cause.getMessage());
    }
    return delay;
  }

  private void lose(HeldLease lease) {
    lock.lock();
    try {
      seal(lease);
      held = null;
      renewBackoff.reset();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private long release(@Nullable HeldLease lease) {
    if (lease == null || releasedAtMillis < 0) {
      return DONE;
    }
    try {
      boolean ours = protocol.release(lease, releasedAtMillis);
      log.info("{}: {}", ours ? "Released" : "Closed; the slot had been lost", describe(lease));
      return DONE;
    } catch (RuntimeException e) {
      if (++releases >= MAX_RELEASES) {
        log.warn("Not released, the TTL will free it: {}: {}", describe(lease), e.getMessage());
        return DONE;
      }
      return renewBackoff.next();
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
      while (!usable()) {
        long left = deadlineNanos - clock.monotonicNanos();
        if (left <= 0 || over()) {
          return false;
        }
        changed.awaitNanos(left);
      }
      return true;
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
      while (!over() && !usable() && (idsRequired || !attempted)) {
        long left = deadlineNanos - clock.monotonicNanos();
        if (left <= 0) {
          break;
        }
        changed.awaitNanos(left);
      }
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

  /** Seals the lease, gives it back and waits for that, at most until the deadline. */
  void close(long deadlineNanos) {
    boolean interrupted = false;
    lock.lock();
    try {
      if (!closing) {
        closing = true;
        if (held != null) {
          seal(held);
        }
        workWanted = true;
        work.signalAll();
        changed.signalAll();
      }
      while (!terminated) {
        long left = deadlineNanos - clock.monotonicNanos();
        if (left <= 0) {
          break;
        }
        try {
          changed.awaitNanos(left);
        } catch (InterruptedException e) {
          interrupted = true;
          break;
        }
      }
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  LeaseStatus status() {
    lock.lock();
    try {
      HeldLease lease = held;
      return new LeaseStatus(
          state(),
          settings.namespace(),
          lease == null ? OptionalInt.empty() : OptionalInt.of(lease.lease().worker()),
          lease == null ? null : Instant.ofEpochMilli(lease.highWater()),
          confirmedAt,
          leasesTaken);
    } finally {
      lock.unlock();
    }
  }

  /** Says why there is no id. */
  IdGenerationException unavailable() {
    lock.lock();
    try {
      boolean hadLease = leasesTaken > 0;
      return Refusals.of(state(), failure, hadLease, describe(held));
    } finally {
      lock.unlock();
    }
  }

  /** The calling thread was interrupted while it waited. */
  IdGenerationException interrupted(@Nullable InterruptedException cause) {
    lock.lock();
    try {
      return Refusals.interrupted(describe(held), cause);
    } finally {
      lock.unlock();
    }
  }

  // ---------------------------------------------------------------- under the lock

  private void confirmed(long sentNanos) {
    confirmedAt = Instant.ofEpochMilli(clock.millis());
    failure = null;
    if (suspect && sentNanos - suspectSinceNanos >= 0) {
      suspect = false;
    }
  }

  private void seal(HeldLease lease) {
    long firstUnused = lease.lease().seal();
    if (firstUnused >= 0) {
      releasedAtMillis = firstUnused + settings.layout().epochMillis();
      lastIssuedMillis = releasedAtMillis - 1;
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

  private String describe(@Nullable HeldLease lease) {
    Instant confirmed = confirmedAt;
    return "namespace=%s worker=%s bound=%s confirmed=%s store=%s"
        .formatted(
            settings.namespace(),
            lease == null ? "none" : lease.lease().worker(),
            lease == null ? "none" : Instant.ofEpochMilli(lease.highWater()),
            confirmed == null
                ? "never"
                : "%d s ago".formatted((clock.millis() - confirmed.toEpochMilli()) / 1000),
            store);
  }

  private void failed(RuntimeException e) {
    lock.lock();
    try {
      failure = e;
    } finally {
      lock.unlock();
    }
  }

  private long untilRenewal(HeldLease lease) {
    long interval =
        Math.min(settings.renewEvery().toNanos(), lease.ttlMillis() * 1_000_000 / 3);
    return (long) (interval * (0.9 + 0.2 * random.nextDouble()));
  }
}
