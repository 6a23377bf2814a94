package dev.snowflakeid.config;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.config.SharedLease.Share;
import dev.snowflakeid.lease.LeaseStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leases of this JVM, or rather of this class loader. Whoever wants one shares a running one if
 *
 * <ol>
 *   <li>it is of the same namespace and taken on the same terms: layout, workers, times,
 *       strictness;
 *   <li>its slot, read through the newcomer's own store, carries the nonce that its holder wrote
 *       last. Addresses and {@code DataSource} objects prove nothing: a database in memory that was
 *       created again looks the same.
 * </ol>
 *
 * <p>In doubt, as when there is no proof within 2 s, the newcomer takes a lease of its own.
 */
final class SharedLeases {

  static final SharedLeases IN_THIS_JVM = new SharedLeases();

  private static final Logger log = LoggerFactory.getLogger(SnowflakeGenerator.class);
  private static final Duration PROOF_LIMIT = Duration.ofSeconds(2); // a start must not hang on it

  private final List<SharedLease> running = new ArrayList<>(); // guarded by this

  private SharedLeases() {}

  /**
   * Shares a lease, or takes one.
   *
   * @param terms the settings on which a lease is taken, in words
   * @param store the newcomer's way to the store
   * @param opening opens a generator where there is no lease to share
   */
  Share open(
      String namespace,
      String terms,
      LeaseStore store,
      Function<LeaseStore, SnowflakeGenerator> opening) {
    long deadlineNanos = System.nanoTime() + PROOF_LIMIT.toNanos();
    SharedLease own = new SharedLease(namespace, terms);
    SharedLease onOtherTerms = null;
    Set<SharedLease> asked = new HashSet<>();
    List<SharedLease> others = addUnlessOthers(own, asked);
    while (!others.isEmpty()) {
      for (SharedLease other : others) {
        if (isIn(other, store, deadlineNanos)) {
          Optional<Share> share = other.join(terms, store);
          if (share.isPresent()) {
            return share.get();
          }
          onOtherTerms = other.terms().equals(terms) ? onOtherTerms : other;
        }
      }
      asked.addAll(others);
      others = addUnlessOthers(own, asked); // some may have come meanwhile
    }
    logDifference(own, onOtherTerms);
    try {
      return own.open(store, opening);
    } catch (RuntimeException | Error e) {
      remove(own);
      throw e;
    }
  }

  synchronized void remove(SharedLease lease) {
    running.remove(lease);
  }

  private synchronized List<SharedLease> addUnlessOthers(SharedLease own, Set<SharedLease> asked) {
    List<SharedLease> others =
        running.stream()
            .filter(lease -> lease.namespace().equals(own.namespace()) && !asked.contains(lease))
            .toList();
    if (others.isEmpty()) {
      running.add(own);
    }
    return others;
  }

  /** In a thread, out of the caller's transaction: a pool may let it wait for a connection. */
  private static boolean isIn(SharedLease lease, LeaseStore store, long deadlineNanos) {
    FutureTask<Boolean> proof = new FutureTask<>(() -> lease.isIn(store, deadlineNanos));
    Thread thread = new Thread(proof, "snowflake-join-" + lease.namespace());
    thread.setDaemon(true);
    thread.start();
    try {
      return proof.get(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      log.debug("No proof that {} has the lease of {}", store.describe(), lease, e);
      return false;
    }
  }

  private static void logDifference(SharedLease own, @Nullable SharedLease other) {
    if (other != null) {
      log.info(
          "Not sharing the lease that this JVM has in namespace {}, which was taken on other terms:"
              + " {} instead of {}",
          own.namespace(),
          other.terms(),
          own.terms());
    }
  }
}
