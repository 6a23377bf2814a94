package dev.snowflakeid.config;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.lease.LeaseStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** A lease that several may share: one generator, and the store of each of them. */
final class SharedLease {

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2); // as of a generator
  private static final Duration OPENING = Duration.ofSeconds(2); // it takes ms unless in trouble

  private final String namespace;
  private final String terms;
  private final SharedStore store = new SharedStore();
  private final CompletableFuture<SnowflakeGenerator> generator = new CompletableFuture<>();
  private final long beganNanos = System.nanoTime();

  /**
   * @param terms the settings on which it is taken
   */
  SharedLease(String namespace, String terms) {
    this.namespace = namespace;
    this.terms = terms;
  }

  String namespace() {
    return namespace;
  }

  String terms() {
    return terms;
  }

  /** Opens the generator, as the first who shares it. */
  Share open(LeaseStore through, Function<LeaseStore, SnowflakeGenerator> opening) {
    SharedStore.Way way = store.join(through).orElseThrow();
    try {
      SnowflakeGenerator opened = opening.apply(store);
      generator.complete(opened);
      return new Share(this, opened, way);
    } catch (RuntimeException | Error e) {
      generator.completeExceptionally(e);
      throw e;
    }
  }

  /** Shares it, if it is open, taken on these terms and not yet given back by all. */
  Optional<Share> join(String newcomersTerms, LeaseStore through) {
    boolean open = generator.isDone() && !generator.isCompletedExceptionally();
    return open && terms.equals(newcomersTerms)
        ? store.join(through).map(way -> new Share(this, generator.join(), way))
        : Optional.empty();
  }

  /**
   * Whether another store proves to be that of this lease. One that is just being taken is waited
   * for.
   *
   * @param deadlineNanos monotonic reading up to which to wait
   */
  boolean isIn(LeaseStore other, long deadlineNanos) throws InterruptedException {
    long left = Math.min(deadlineNanos, beganNanos + OPENING.toNanos()) - System.nanoTime();
    try {
      generator.get(left, TimeUnit.NANOSECONDS).awaitReady(Duration.ofNanos(left));
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
    return store.isSameAs(other, namespace);
  }

  @Override
  public String toString() {
    return "%s in %s".formatted(namespace, store.describe());
  }

  /** What one of those who share it has of it. */
  static final class Share implements AutoCloseable {

    private final SharedLease lease;
    private final SnowflakeGenerator generator;
    private final SharedStore.Way way;
    private boolean closing;
    private boolean last;
    private long deadlineNanos;

    private Share(SharedLease lease, SnowflakeGenerator generator, SharedStore.Way way) {
      this.lease = lease;
      this.generator = generator;
      this.way = way;
    }

    SnowflakeGenerator generator() {
      return generator;
    }

    /** Begins to give the lease back if nobody else shares it; else hands it over. */
    synchronized void beginClose() {
      if (!closing) {
        closing = true;
        deadlineNanos = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
        last = lease.store.leave(way);
        if (last) {
          SharedLeases.IN_THIS_JVM.remove(lease);
          generator.beginClose();
        }
      }
    }

    /** Waits for what {@link #beginClose} began, at most 2 s. */
    @Override
    public void close() {
      beginClose();
      if (last) {
        generator.close();
        return;
      }
      try {
        way.awaitIdle(deadlineNanos - System.nanoTime());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
