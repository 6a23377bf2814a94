package dev.snowflakeid;

import dev.snowflakeid.lease.LeaseStore;
import java.time.Duration;

/** Settings of a {@link SnowflakeGenerator}. */
public final class SnowflakeGeneratorBuilder {

  SnowflakeGeneratorBuilder(LeaseStore store) {}

  /** Namespace in which ids are unique; {@code default} unless set. */
  public SnowflakeGeneratorBuilder namespace(String namespace) {
    return this;
  }

  public SnowflakeGeneratorBuilder layout(SnowflakeLayout layout) {
    return this;
  }

  /** Range of worker ids, both inclusive; the whole width unless set. */
  public SnowflakeGeneratorBuilder workers(int first, int last) {
    return this;
  }

  public SnowflakeGeneratorBuilder leaseTtl(Duration ttl) {
    return this;
  }

  public SnowflakeGeneratorBuilder renewEvery(Duration interval) {
    return this;
  }

  public SnowflakeGeneratorBuilder maxWait(Duration maxWait) {
    return this;
  }

  public SnowflakeGeneratorBuilder startTimeout(Duration timeout) {
    return this;
  }

  public SnowflakeGeneratorBuilder failFast(boolean failFast) {
    return this;
  }

  public SnowflakeGeneratorBuilder strict(boolean strict) {
    return this;
  }

  public SnowflakeGeneratorBuilder maxClockOffset(Duration offset) {
    return this;
  }

  public SnowflakeGeneratorBuilder owner(String owner) {
    return this;
  }

  /** Builds and starts the generator. */
  public SnowflakeGenerator build() {
    throw new UnsupportedOperationException();
  }
}
