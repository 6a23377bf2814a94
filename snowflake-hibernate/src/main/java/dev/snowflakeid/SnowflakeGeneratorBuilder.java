package dev.snowflakeid;

import dev.snowflakeid.clock.MonotonicClock;
import dev.snowflakeid.clock.WallClock;
import dev.snowflakeid.lease.FixedWorker;
import dev.snowflakeid.lease.LeaseStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The settings of a {@link SnowflakeGenerator}; everything has a default. */
public final class SnowflakeGeneratorBuilder {

  private static final Logger log = LoggerFactory.getLogger(SnowflakeGenerator.class);
  private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._:-]{1,100}");
  private static final int OWNER_LENGTH = 200;
  private static final int MAX_WORKERS = 65_536; // each view reads a record of every worker
  private static final Duration MAX_TTL = Duration.ofDays(1); // a crash rests a worker that long

  private final LeaseStore store;
  private String namespace = "default";
  private SnowflakeLayout layout = SnowflakeLayout.DEFAULT;
  private boolean allWorkers = true;
  private int firstWorker;
  private int lastWorker;
  private Duration ttl = Duration.ofSeconds(60); // outlives elections and database restarts
  private Duration renewEvery = Duration.ofSeconds(10); // five retries before the TTL is over
  private Duration maxOffset = Duration.ofSeconds(2); // NTP keeps hosts far below
  private Duration maxWait = Duration.ofSeconds(2); // hides a renewal or an election
  private Duration startTimeout = Duration.ofSeconds(30);
  private boolean failFast;
  private boolean strict;
  private String owner = Owner.ofThisProcess();
  private WallClock wall = WallClock.SYSTEM;
  private MonotonicClock monotonic = MonotonicClock.SYSTEM;

  SnowflakeGeneratorBuilder(LeaseStore store) {
    this.store = Objects.requireNonNull(store, "store");
  }

  /**
   * Namespace in which ids are unique; {@code default} unless set. Generators that share a table,
   * or whose ids must not meet, share a namespace of one store.
   */
  public SnowflakeGeneratorBuilder namespace(String namespace) {
    this.namespace = Objects.requireNonNull(namespace, "namespace");
    return this;
  }

  /** How ids are divided; {@link SnowflakeLayout#DEFAULT} unless set. */
  public SnowflakeGeneratorBuilder layout(SnowflakeLayout layout) {
    this.layout = Objects.requireNonNull(layout, "layout");
    return this;
  }

  /** Range of worker ids, both inclusive; all that the layout has, unless set. */
  public SnowflakeGeneratorBuilder workers(int first, int last) {
    this.allWorkers = false;
    this.firstWorker = first;
    this.lastWorker = last;
    return this;
  }

  /**
   * Time to live of the lease, and how far timestamps are reserved ahead; 60 s unless set. Ids go
   * on for this long, less the age of the last renewal, when the store does not answer.
   */
  public SnowflakeGeneratorBuilder leaseTtl(Duration ttl) {
    this.ttl = Objects.requireNonNull(ttl, "ttl");
    return this;
  }

  /** How often the lease is renewed, at most a third of its time to live; 10 s unless set. */
  public SnowflakeGeneratorBuilder renewEvery(Duration interval) {
    this.renewEvery = Objects.requireNonNull(interval, "interval");
    return this;
  }

  /** How long {@code next()} waits for a usable lease before it throws; 2 s unless set. */
  public SnowflakeGeneratorBuilder maxWait(Duration maxWait) {
    this.maxWait = Objects.requireNonNull(maxWait, "maxWait");
    return this;
  }

  /** How long {@link #build()} waits for the first attempt to lease a worker; 30 s unless set. */
  public SnowflakeGeneratorBuilder startTimeout(Duration timeout) {
    this.startTimeout = Objects.requireNonNull(timeout, "timeout");
    return this;
  }

  /** Whether {@link #build()} throws when no worker was leased in time; off unless set. */
  public SnowflakeGeneratorBuilder failFast(boolean failFast) {
    this.failFast = failFast;
    return this;
  }

  /**
   * Whether a process that was stopped for more than a second makes no ids until the store confirms
   * its lease, even if the store does not answer; off unless set.
   */
  public SnowflakeGeneratorBuilder strict(boolean strict) {
    this.strict = strict;
    return this;
  }

  /**
   * By how much this host's clock and the store's may differ when a worker is leased; 2 s unless
   * set. The same for all generators of a namespace, or the largest one counts.
   */
  public SnowflakeGeneratorBuilder maxClockOffset(Duration offset) {
    this.maxOffset = Objects.requireNonNull(offset, "offset");
    return this;
  }

  /** Who holds the lease, for humans; host and process id unless set. */
  public SnowflakeGeneratorBuilder owner(String owner) {
    this.owner = Objects.requireNonNull(owner, "owner");
    return this;
  }

  /** Clocks to use instead of the system's, for tests. */
  public SnowflakeGeneratorBuilder clocks(WallClock wall, MonotonicClock monotonic) {
    this.wall = Objects.requireNonNull(wall, "wall");
    this.monotonic = Objects.requireNonNull(monotonic, "monotonic");
    return this;
  }

  /**
   * Starts a generator and waits for its first attempt to lease a worker. If the store does not
   * answer, the generator goes on trying in the background, unless {@link #failFast} is set.
   *
   * @throws IllegalArgumentException if a setting is out of its range, naming the rule
   * @throws ConfigurationMismatchException if the namespace was created with another layout
   * @throws ClockException if the layout has no ids at this time
   * @throws IdGenerationException with {@code failFast}, if no worker was leased in time
   */
  public SnowflakeGenerator build() {
    LeaseSettings settings = settings();
    if (store instanceof FixedWorker fixed) {
      log.warn(
          "Worker id {} is fixed: nothing excludes a second process with the same one, and nothing"
              + " remembers its bound when the clock goes back. Use a lease in production.",
          fixed.worker());
    }
    Random random = new Random();
    GeneratorClock clock = new GeneratorClock(wall, monotonic, settings.maxOffsetMillis());
    Sequencer sequencer = new Sequencer(layout, clock);
    LeaseState state = new LeaseState(settings, clock, sequencer, store::describe);
    Meters meters = new Meters();
    LeaseProtocol protocol = new LeaseProtocol(store, settings, clock, random, meters);
    LeaseKeeper keeper = new LeaseKeeper(settings, protocol, clock, state, random, meters);
    KeeperThreads threads = new KeeperThreads(keeper, state, namespace);
    SnowflakeGenerator generator =
        new SnowflakeGenerator(layout, clock, sequencer, state, threads, meters, maxWait);
    layout.requireInside(Instant.ofEpochMilli(clock.millis()));
    try {
      threads.start();
      state.awaitStart(
          clock.monotonicNanos() + SnowflakeGenerator.saturatedNanos(startTimeout), failFast);
    } catch (RuntimeException | Error e) {
      generator.close();
      throw e;
    }
    return generator;
  }

  /**
   * Checks the settings without starting anything.
   *
   * @throws IllegalArgumentException if a setting is out of its range, naming the rule
   */
  public void validate() {
    settings();
  }

  private LeaseSettings settings() {
    require(
        NAMESPACE.matcher(namespace).matches(),
        "namespace must be 1 to 100 characters of A-Z a-z 0-9 . _ : -",
        "namespace",
        namespace);
    int first = firstWorker;
    int last = allWorkers ? layout.maxWorker() : lastWorker;
    if (store instanceof FixedWorker fixed) {
      first = fixed.worker();
      last = fixed.worker();
    }
    require(
        first >= 0 && first <= last && last <= layout.maxWorker(),
        "workers must lie between 0 and " + layout.maxWorker(),
        "workers",
        first + "-" + last);
    require(
        last - first < MAX_WORKERS,
        "workers must be at most " + MAX_WORKERS + " in one namespace",
        "workers",
        first + "-" + last);
    require(ttl.compareTo(MAX_TTL) <= 0, "lease TTL must be at most " + MAX_TTL, "ttl", ttl);
    require(
        !maxOffset.isNegative() && maxOffset.compareTo(MAX_TTL) < 0,
        "max clock offset must be at least 0 and less than " + MAX_TTL,
        "offset",
        maxOffset);
    require(
        ttl.compareTo(maxOffset.multipliedBy(2)) > 0,
        "lease TTL must be more than twice the max clock offset of " + maxOffset,
        "ttl",
        ttl);
    require(
        renewEvery.compareTo(Duration.ofMillis(1)) >= 0
            && renewEvery.compareTo(ttl.dividedBy(3)) <= 0,
        "renewal interval must be at least 1 ms and at most a third of the TTL of " + ttl,
        "renewEvery",
        renewEvery);
    require(!maxWait.isNegative(), "max wait must not be negative", "maxWait", maxWait);
    require(
        !startTimeout.isNegative(), "start timeout must not be negative", "timeout", startTimeout);
    require(
        owner.length() <= OWNER_LENGTH && owner.chars().noneMatch(Character::isISOControl),
        "owner must have at most " + OWNER_LENGTH + " characters, none a control character",
        "owner",
        owner);
    return new LeaseSettings(
        namespace, layout, first, last, ttl, renewEvery, maxOffset, strict, owner);
  }

  private static void require(boolean holds, String rule, String name, Object value) {
    if (!holds) {
      throw new IllegalArgumentException("%s: %s=%s".formatted(rule, name, value));
    }
  }
}
