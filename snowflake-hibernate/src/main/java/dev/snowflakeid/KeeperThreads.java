package dev.snowflakeid;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two daemon threads of a generator: the gate, which does no I/O and so is never blocked by the
 * store, and the renewal thread, which alone talks to it.
 */
final class KeeperThreads {

  private static final Logger log = LoggerFactory.getLogger(SnowflakeGenerator.class);

  private static final long BEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long AFTER_ERROR_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LeaseKeeper keeper;
  private final LeaseState state;
  private final Thread gate;
  private final Thread renewal;

  KeeperThreads(LeaseKeeper keeper, LeaseState state, String namespace) {
    this.keeper = keeper;
    this.state = state;
    this.gate = daemon(this::gate, "snowflake-gate-" + namespace);
    this.renewal = daemon(this::renewal, "snowflake-lease-" + namespace);
  }

  void start() {
    gate.start();
    renewal.start();
  }

  /** Lets the gate see at once that it is no longer needed. */
  void closed() {
    LockSupport.unpark(gate);
  }

  private void gate() {
    boolean needed = true;
    while (needed) {
      try {
        needed = state.beat();
      } catch (Throwable e) { // without this thread no id goes out
        log.error("The gate could not be moved on, trying again", e);
      }
      LockSupport.parkNanos(BEAT_NANOS);
    }
  }

  private void renewal() {
    long next = 0;
    while (next != LeaseKeeper.DONE) {
      try {
        next = keeper.step();
        state.awaitWork(next);
      } catch (InterruptedException e) {
        log.debug("Nobody but the generator owns this thread; going on", e);
      } catch (Throwable e) { // an Error must not end the thread: without it nothing is renewed
        log.error("The lease could not be looked after, trying again", e);
        next = AFTER_ERROR_NANOS;
        LockSupport.parkNanos(next);
      }
    }
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
