package dev.snowflakeid.config;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.lease.LeaseStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The generators that are opened here, and closed here, by namespace. The lock is never held while
 * a store is waited for, so that neither closing nor another namespace waits behind that.
 */
public final class OwnGenerators implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(OwnGenerators.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2); // as of one generator

  private final SnowflakeSettings settings;
  private final Supplier<LeaseStore> opening;
  private final Lock lock = new ReentrantLock();

  // All of the following is guarded by the lock.
  private final Map<String, LeaseStore> stores = new LinkedHashMap<>();
  private final Map<String, SnowflakeGenerator> generators = new LinkedHashMap<>();
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
   * Opens a generator, unless there is one, and waits for its lease as the settings say.
   *
   * @throws IllegalStateException if all is closed
   */
  public SnowflakeGenerator open(String namespace) {
    LeaseStore store;
    lock.lock();
    try {
      SnowflakeGenerator present = generators.get(namespace);
      if (present != null) {
        return present;
      }
      store = store(namespace);
    } finally {
      lock.unlock();
    }
    return adopt(namespace, settings.openGenerator(store, namespace));
  }

  /**
   * Returns the generator, opened without waiting for its lease if there is none.
   *
   * @throws IllegalStateException if all is closed
   */
  public SnowflakeGenerator get(String namespace) {
    lock.lock();
    try {
      LeaseStore store = store(namespace);
      return generators.computeIfAbsent(namespace, n -> settings.startGenerator(store, n));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives all leases back at the same time, and then closes the stores that were opened for them.
   * Takes at most 2 s over all; what a silent server holds up ends in the background.
   */
  @Override
  public void close() {
    long deadlineNanos = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
    List<SnowflakeGenerator> closing;
    List<LeaseStore> unused;
    lock.lock();
    try {
      closed = true;
      closing = List.copyOf(generators.values());
      unused = settings.ownsStore() ? List.copyOf(stores.values()) : List.of();
      generators.clear();
      stores.clear();
    } finally {
      lock.unlock();
    }
    closing.forEach(SnowflakeGenerator::beginClose);
    closing.forEach(SnowflakeGenerator::close);
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

  private SnowflakeGenerator adopt(String namespace, SnowflakeGenerator opened) {
    SnowflakeGenerator kept = null;
    lock.lock();
    try {
      if (!closed) {
        generators.putIfAbsent(namespace, opened);
        kept = generators.get(namespace);
      }
    } finally {
      lock.unlock();
    }
    if (kept != opened) {
      opened.close(); // somebody was faster
    }
    if (kept == null) {
      throw closed();
    }
    return kept;
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

  private static IllegalStateException closed() {
    return new IllegalStateException("closed, and the leases with it");
  }
}
