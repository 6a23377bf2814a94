package dev.snowflakeid;

import dev.snowflakeid.lease.LeaseStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes unique, ascending 64-bit ids under a lease on a worker id.
 *
 * <pre>{@code
 * try (SnowflakeGenerator ids = SnowflakeGenerator.builder(new JdbcLeaseStore(dataSource)).build()) {
 *   long id = ids.next();
 * }
 * }</pre>
 *
 * <p>Every id is unique in its namespace and store, whatever clocks, pauses, crashes and networks
 * do, as long as the store keeps the writes it acknowledged and no copy of a running process's
 * memory is brought to life. When that cannot be promised, {@link #next()} refuses and says why.
 * Ids ascend within a generator, across renewals, changes of worker and clock steps. Across
 * generators they are ordered to within the clocks' differences.
 *
 * <p>One generator makes at most 4,096 ids per millisecond (with the default layout); a caller
 * beyond that waits for the next millisecond. Safe for use by any number of threads; the fast path
 * takes no lock, allocates nothing and does no I/O. Two daemon threads look after the lease.
 */
public final class SnowflakeGenerator implements AutoCloseable {

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final SnowflakeLayout layout;
  private final GeneratorClock clock;
  private final Sequencer sequencer;
  private final LeaseState state;
  private final KeeperThreads threads;
  private final Meters meters;
  private final long maxWaitNanos;
  private final ReentrantLock turn = new ReentrantLock();

  SnowflakeGenerator(
      SnowflakeLayout layout,
      GeneratorClock clock,
      Sequencer sequencer,
      LeaseState state,
      KeeperThreads threads,
      Meters meters,
      Duration maxWait) {
    this.layout = layout;
    this.clock = clock;
    this.sequencer = sequencer;
    this.state = state;
    this.threads = threads;
    this.meters = meters;
    this.maxWaitNanos = saturatedNanos(maxWait);
  }

  /** Starts the settings of a generator that leases its worker id from {@code store}. */
  public static SnowflakeGeneratorBuilder builder(LeaseStore store) {
    return new SnowflakeGeneratorBuilder(store);
  }

  /**
   * Returns the next id. It waits if all ids of this millisecond are issued, and at most {@code
   * max-wait} if there is no usable lease.
   *
   * @throws LeaseUnavailableException if there is still no usable lease then, if the thread is
   *     interrupted while it waits for one (its interrupt flag stays set), or if the generator is
   *     closed
   * @throws ClockException if the clock does not allow an id
   * @throws ConfigurationMismatchException if the namespace has another layout by now
   */
  public long next() {
    long deadline = 0;
    while (true) {
      Lease lease = sequencer.lease();
      long id = lease.claim(sequencer.tick(), 1);
      if (id >= 0) {
        return id;
      }
      if (deadline == 0) {
        deadline = clock.monotonicNanos() + maxWaitNanos;
      }
      deadline += await(lease, id, deadline, true);
    }
  }

  /**
   * Fills an array with distinct, ascending ids: all of it, or none. It takes as long as the number
   * of ids needs, plus at most {@code max-wait}.
   *
   * @param into what to fill; holds zeros only, if the call fails after it has begun
   * @throws LeaseUnavailableException as for {@link #next()}; also if the thread is interrupted
   *     between two milliseconds
   * @throws ClockException if the clock does not allow an id
   * @throws ConfigurationMismatchException if the namespace has another layout by now
   */
  public void next(long[] into) {
    int filled = 0;
    long deadline = clock.monotonicNanos() + maxWaitNanos;
    try {
      while (filled < into.length) {
        Lease lease = sequencer.lease();
        int wanted = into.length - filled;
        long first = lease.claim(sequencer.tick(), wanted);
        if (first < 0) {
          deadline += await(lease, first, deadline, false);
          continue;
        }
        int claimed = lease.claimed(first, wanted);
        for (int i = 0; i < claimed; i++) {
          into[filled++] = first + i;
        }
      }
    } catch (Throwable e) {
      Arrays.fill(into, 0);
      throw e;
    }
  }

  /**
   * Waits until ids can be made.
   *
   * @return whether they can
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public boolean awaitReady(Duration timeout) throws InterruptedException {
    return state.awaitUsable(clock.monotonicNanos() + saturatedNanos(timeout));
  }

  /**
   * Returns whether this instance is fit for requests: false before the first lease, once no id
   * could be made for longer than {@code max-wait}, and after the end. For readiness probes.
   */
  public boolean isReady() {
    return state.ready(maxWaitNanos);
  }

  /** Returns how the ids are divided. */
  public SnowflakeLayout layout() {
    return layout;
  }

  /** Returns the present state, for health checks, metrics and messages. */
  public LeaseStatus status() {
    return state.status();
  }

  /** Returns what has been counted so far. It does no I/O, however often it is called. */
  public GeneratorMetrics metrics() {
    Instant now = Instant.ofEpochMilli(clock.millis());
    return meters.read(
        sequencer.lease(), clock.offsetMillis(), Duration.between(now, layout.lastInstant()));
  }

  /**
   * Begins to end the generator and returns at once: no id is made after this call, and the lease
   * is given back in the background. For whoever has several to close; {@link #close()} then waits.
   */
  public void beginClose() {
    state.beginClose(CLOSE_TIMEOUT);
    threads.closed();
  }

  /**
   * Ends the generator: no id is made after this call began, the last timestamp is recorded with
   * the lease, and the worker is free again. Takes at most 2 s from the first call that ends the
   * generator; if the store does not answer in that time, the lease's time to live frees the
   * worker. Closing twice is harmless. The store that was passed in stays open.
   */
  @Override
  public void close() {
    beginClose();
    state.awaitClosed();
  }

  /** At most half of what a long holds, so that a sum with a clock reading keeps its order. */
  static long saturatedNanos(Duration duration) {
    Duration most = Duration.ofNanos(Long.MAX_VALUE / 2);
    return duration.compareTo(most) < 0 ? duration.toNanos() : most.toNanos();
  }

  /**
   * Waits until another claim is worth while.
   *
   * @param brief whether a wait within a millisecond goes on in spite of an interrupt
   * @return ns that do not count against the deadline: the wait for one's turn
   */
  private long await(Lease lease, long refusal, long deadline, boolean brief) {
    try {
      return awaitClaim(lease, refusal, deadline, brief);
    } catch (IdGenerationException e) {
      meters.refused(e);
      throw e;
    }
  }

  private long awaitClaim(Lease lease, long refusal, long deadline, boolean brief) {
    if (refusal == Lease.FULL || refusal == Lease.CROWDED) {
      return awaitTurn(lease, refusal == Lease.FULL, deadline, brief);
    }
    if (sequencer.tick() > layout.maxTick()) {
      layout.requireInside(Instant.ofEpochMilli(clock.millis()));
    }
    try {
      if (!state.awaitUsable(deadline)) {
        throw state.unavailable();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw state.interrupted(e);
    }
    return 0;
  }

  /**
   * Waits for the threads that came before, and for the next millisecond if this one is used up.
   * They pass one by one: all of them woken at once would fight over the first ids, and the losers
   * cost more CPU time than their ids.
   */
  private long awaitTurn(Lease lease, boolean full, long deadline, boolean brief) {
    if (full && nanosUntilNextTick(lease) > NANOS_PER_MILLI) {
      awaitClock(lease, deadline);
      return 0;
    }
    long begun = clock.monotonicNanos();
    turn.lock();
    try {
      if (full) {
        awaitTick(lease, brief);
      }
    } finally {
      turn.unlock();
    }
    long waited = clock.monotonicNanos() - begun;
    if (full) {
      meters.waited(waited);
    }
    return waited;
  }

  private void awaitTick(Lease lease, boolean brief) {
    long left = nanosUntilNextTick(lease);
    if (left <= 0) {
      return;
    }
    if (!Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, left);
    } else if (brief) {
      Thread.onSpinWait(); // parking returns at once now; the spin ends with the millisecond
    } else {
      throw state.interrupted(null);
    }
  }

  private void awaitClock(Lease lease, long deadline) {
    long left = nanosUntilNextTick(lease);
    if (Thread.currentThread().isInterrupted()) {
      throw state.interrupted(null);
    }
    if (left > deadline - clock.monotonicNanos()) {
      throw new ClockException(
          ClockException.Reason.BEHIND_LAST_ID,
          "no id: the clock is %s ms behind the last id, more than max-wait can bridge"
              .formatted(left / NANOS_PER_MILLI));
    }
    LockSupport.parkNanos(this, left);
  }

  /** Until the clock is past the last id; negative for a lease that was sealed meanwhile. */
  private long nanosUntilNextTick(Lease lease) {
    long lastTick = lease.lastTick();
    return lastTick < -1 ? -1 : sequencer.nanosUntil(lastTick + 1);
  }
}
