package dev.snowflakeid.config;

import dev.snowflakeid.LeaseUnavailableException;
import dev.snowflakeid.LeaseUnavailableException.Reason;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.config.SharedLease.Share;
import dev.snowflakeid.lease.FixedWorker;
import dev.snowflakeid.lease.LeaseStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The generators that are opened here, and closed here, by namespace; others in this JVM may share
 * them. A generator is not to be closed but by {@link #close()}. The lock is never held while a
 * store is waited for, so that neither closing nor another namespace waits behind that.
 */
public final class OwnGenerators implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(OwnGenerators.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2); // as of one generator

  private final SnowflakeSettings settings;
  private final Supplier<LeaseStore> opening;
  private final Lock lock = new ReentrantLock();

  // All of the following is guarded by the lock.
  private final Map<String, LeaseStore> stores = new LinkedHashMap<>();
  private final Map<String, FutureTask<Share>> shares = new LinkedHashMap<>();
  private boolean closed;

  /**
   * @param opening opens a store for one generator, without waiting for its server
   */
  public OwnGenerators(SnowflakeSettings settings, Supplier<LeaseStore> opening) {
    this.settings = settings;
    this.opening = opening;
  }

  /**
   * Checks the settings as far as that goes without a lease.
   *
   * @throws IllegalArgumentException if they do not go together
   */
  public void check(String namespace) {
    settings.validate(store(namespace), namespace);
  }

  /**
   * Returns the generator. If there is none, it shares a lease of this JVM, or takes one and waits
   * for it as the settings say.
   *
   * @throws LeaseUnavailableException if all is closed
   */
  public SnowflakeGenerator open(String namespace) {
    return share(namespace, settings::openGenerator);
  }

  /**
   * Returns the generator. If there is none, it shares a lease of this JVM, or takes one in the
   * background.
   *
   * @throws LeaseUnavailableException if all is closed
   */
  public SnowflakeGenerator get(String namespace) {
    return share(namespace, settings::startGenerator);
  }

  /**
   * Gives all leases back at the same time, and then closes the stores that were opened for them.
   * Takes at most 2 s over all; what a silent server holds up ends in the background.
   */
  @Override
  public void close() {
    long deadlineNanos = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
    List<Share> closing;
    List<LeaseStore> unused;
    lock.lock();
    try {
      closed = true;
      closing = shares.values().stream().flatMap(task -> opened(task).stream()).toList();
      unused = settings.ownsStore() ? List.copyOf(stores.values()) : List.of();
      shares.clear();
      stores.clear();
    } finally {
      lock.unlock();
    }
    closing.forEach(Share::beginClose);
    closing.forEach(Share::close);
    List<Thread> ending = unused.stream().map(OwnGenerators::closeInThread).toList();
    try {
      for (Thread thread : ending) {
        TimeUnit.NANOSECONDS.timedJoin(thread, deadlineNanos - System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private LeaseStore store(String namespace) {
    lock.lock();
    try {
      if (closed) {
        throw closed();
      }
      return stores.computeIfAbsent(namespace, any -> opening.get());
    } finally {
      lock.unlock();
    }
  }

  /** One thread opens it, others wait. Whatever is opened after all is closed ends here. */
  private SnowflakeGenerator share(
      String namespace, BiFunction<LeaseStore, String, SnowflakeGenerator> opening) {
    FutureTask<Share> task;
    lock.lock();
    try {
      LeaseStore store = store(namespace);
      task =
          shares.computeIfAbsent(namespace, n -> new FutureTask<>(() -> open(store, n, opening)));
    } finally {
      lock.unlock();
    }
    task.run(); // has no effect but for the first
    Share share = await(task, namespace);
    lock.lock();
    try {
      if (!closed) {
        return share.generator();
      }
    } finally {
      lock.unlock();
    }
    share.close();
    throw closed();
  }

  private Share open(
      LeaseStore store,
      String namespace,
      BiFunction<LeaseStore, String, SnowflakeGenerator> opening) {
    String terms = settings.terms(store, namespace);
    return SharedLeases.IN_THIS_JVM.open(
        namespace,
        terms,
        store,
        // a fixed worker is none that could be shared, and the builder has to know it
        shared -> opening.apply(store instanceof FixedWorker ? store : shared, namespace));
  }

  private Share await(FutureTask<Share> task, String namespace) {
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LeaseUnavailableException(
          Reason.INTERRUPTED, "no id: interrupted while the lease is being taken", e);
    } catch (ExecutionException e) {
      forget(namespace, task);
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** The next call may try again. */
  private void forget(String namespace, FutureTask<Share> failed) {
    lock.lock();
    try {
      shares.remove(namespace, failed);
    } finally {
      lock.unlock();
    }
  }

  private static Optional<Share> opened(FutureTask<Share> task) {
    try {
      return task.isDone() ? Optional.of(task.get()) : Optional.empty();
    } catch (ExecutionException | InterruptedException e) {
      return Optional.empty();
    }
  }

  /** In a thread: a ZooKeeper client waits for its server as long as its session may last. */
  private static Thread closeInThread(LeaseStore store) {
    Thread thread = new Thread(() -> close(store), "snowflake-close");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void close(LeaseStore store) {
    try {
      store.close();
    } catch (RuntimeException e) {
      log.warn("Cannot close the lease store {}", store.describe(), e);
    }
  }

  private static LeaseUnavailableException closed() {
    return new LeaseUnavailableException(
        Reason.CLOSED, "no id: closed, and the leases with it", null);
  }
}
