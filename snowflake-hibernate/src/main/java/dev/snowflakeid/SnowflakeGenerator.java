package dev.snowflakeid;

import dev.snowflakeid.lease.LeaseStore;
import java.time.Duration;

/** Makes unique, ascending 64-bit ids under a lease. */
public final class SnowflakeGenerator implements AutoCloseable {

  private SnowflakeGenerator() {}

  /** Starts a builder for a generator that leases its worker id from {@code store}. */
  public static SnowflakeGeneratorBuilder builder(LeaseStore store) {
    return new SnowflakeGeneratorBuilder(store);
  }

  /** Returns the next id. */
  public long next() {
    throw new UnsupportedOperationException();
  }

  /** Fills the array with ascending ids, all or nothing. */
  public void next(long[] into) {
    throw new UnsupportedOperationException();
  }

  /** Waits until ids can be made; returns whether they can. */
  public boolean awaitReady(Duration timeout) throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  public SnowflakeLayout layout() {
    throw new UnsupportedOperationException();
  }

  /** Returns the present state, for health checks and metrics. */
  public LeaseStatus status() {
    throw new UnsupportedOperationException();
  }

  /** Seals, records what was issued, gives the worker back. */
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
