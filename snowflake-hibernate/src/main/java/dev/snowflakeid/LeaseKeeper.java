package dev.snowflakeid;

import dev.snowflakeid.GeneratorMetrics.StoreCall;
import java.time.Duration;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time table of a lease: acquires, renews and gives back, one step at a time. It alone talks to
 * the store. It has no thread of its own; {@link KeeperThreads} calls {@link #step()}.
 */
final class LeaseKeeper {

  /** Answer of {@link #step()}: there is nothing left to do. */
  static final long DONE = -1;

  private static final Logger log = LoggerFactory.getLogger(SnowflakeGenerator.class);

  private static final Duration MIN_RETRY = Duration.ofMillis(500);
  private static final Duration MAX_ACQUIRE_RETRY = Duration.ofSeconds(5);
  private static final Duration MAX_RENEW_RETRY = Duration.ofSeconds(2); // many within a TTL
  private static final long SURVEY_INTERVAL_NANOS = 60_000_000_000L; // it reads every slot
  private static final int FAILURES_BEFORE_WARNING = 3; // an election or a restart is no news
  private static final int MAX_RELEASES = 5;

  private final LeaseSettings settings;
  private final LeaseProtocol protocol;
  private final GeneratorClock clock;
  private final LeaseState state;
  private final Random random;
  private final Meters meters;
  private final @Nullable ReferenceTime reference;
  private final Backoff acquireBackoff;
  private final Backoff renewBackoff;
  private final Backoff releaseBackoff;
  private boolean warned;
  private boolean outrun;
  private long surveyedNanos;

  LeaseKeeper(
      LeaseSettings settings,
      LeaseProtocol protocol,
      GeneratorClock clock,
      LeaseState state,
      Random random,
      Meters meters,
      @Nullable ReferenceTime reference) {
    this.settings = settings;
    this.protocol = protocol;
    this.clock = clock;
    this.state = state;
    this.random = random;
    this.meters = meters;
    this.reference = reference;
    this.surveyedNanos = clock.monotonicNanos() - SURVEY_INTERVAL_NANOS;
    this.acquireBackoff = new Backoff(MIN_RETRY, MAX_ACQUIRE_RETRY, random);
    this.renewBackoff = new Backoff(MIN_RETRY, MAX_RENEW_RETRY, random);
    this.releaseBackoff = new Backoff(MIN_RETRY, MAX_RENEW_RETRY, random);
  }

  /**
   * Does what is next: acquire, renew or give back.
   *
   * @return when to call again, in ns from now, or {@link #DONE}
   */
  long step() {
    LeaseState.Task task = state.task();
    HeldLease held = task.held();
    long next = task.closing() ? release(task) : held == null ? acquire(task) : renew(held);
    state.stepped(next == DONE);
    return next;
  }

  private long acquire(LeaseState.Task task) {
    long sent = clock.monotonicNanos();
    try {
      if (reference != null) {
        reference.admit();
      }
      HeldLease held = protocol.acquire(task.lastIssuedMillis());
      called(StoreCall.ACQUIRED, sent);
      if (!state.acquired(held, sent)) {
        return 0; // closed meanwhile: give it back
      }
      acquireBackoff.reset();
      renewBackoff.reset();
      warned = false;
      log.info("Leased: {} {}", state.describe(), settings.describe());
      if (clock.alignedToNothing()) {
        log.warn("The clock cannot be aligned: the store tells no time: {}", state.describe());
      }
      return settings.firstRenewalNanos();
    } catch (ConfigurationMismatchException e) {
      state.failed(e);
      log.error("No ids will be made: {}", e.getMessage());
      return DONE;
    } catch (RuntimeException e) {
      called(StoreCall.NOT_ACQUIRED, sent);
      state.failed(e);
      long delay = acquireBackoff.next();
      if (acquireBackoff.count() == 1) {
        log.warn("No worker leased, trying again in the background: {}", e.getMessage());
      }
      return delay;
    }
  }

  private long renew(HeldLease held) {
    long sent = clock.monotonicNanos();
    switch (protocol.renew(held)) {
      case RENEWED -> {
        called(StoreCall.RENEWED, sent);
        state.confirmed(sent);
        noteIfOutrun(held);
        if (warned) {
          warned = false;
          log.info("Renewed again: {}", state.describe());
        }
        renewBackoff.reset();
        if (reference != null) {
          reference.consult();
        }
        survey();
        return untilRenewal(held);
      }
      case LOST -> {
        called(StoreCall.LOST, sent);
        log.warn("Lost to another holder; acquiring another worker: {}", state.describe());
        state.lost(held);
        return 0;
      }
      default -> {
        called(StoreCall.NOT_RENEWED, sent);
        return renewLater(held, sent, protocol.refusal());
      }
    }
  }

  private long renewLater(HeldLease held, long sentNanos, @Nullable RuntimeException cause) {
    boolean unreachable = cause != null && !(cause instanceof IdGenerationException);
    state.unconfirmed(sentNanos, cause, unreachable && !settings.strict());
    long delay = renewBackoff.next();
    boolean slow = clock.monotonicNanos() - sentNanos >= settings.firstRenewalNanos();
    if (!warned && (slow || renewBackoff.count() >= FAILURES_BEFORE_WARNING)) {
      warned = true;
      log.warn(
          "Not renewed; {}: {}: {}",
          held.highWater() > clock.millis() ? "ids go on up to the bound" : "no ids until it is",
          state.describe(),
          cause == null ? "another write came first each time" : cause.getMessage());
    }
    return delay;
  }

  private long release(LeaseState.Task task) {
    HeldLease held = task.held();
    if (held == null) {
      return DONE;
    }
    long sent = clock.monotonicNanos();
    try {
      boolean ours = protocol.release(held, task.firstUnusedMillis());
      called(ours ? StoreCall.RELEASED : StoreCall.LOST, sent);
      log.info("{}: {}", ours ? "Released" : "Closed after the slot was lost", state.describe());
      return DONE;
    } catch (RuntimeException e) {
      called(StoreCall.NOT_RELEASED, sent);
      long delay = releaseBackoff.next();
      if (releaseBackoff.count() >= MAX_RELEASES) {
        log.warn("Not released, the TTL frees it: {}: {}", state.describe(), e.getMessage());
        return DONE;
      }
      return delay;
    }
  }

  private void called(StoreCall call, long sentNanos) {
    meters.called(call, clock.monotonicNanos() - sentNanos);
  }

  /** Counts the workers, if somebody wants to know; a store that does not answer is left alone. */
  private void survey() {
    if (clock.monotonicNanos() - surveyedNanos < SURVEY_INTERVAL_NANOS || !meters.wanted()) {
      return;
    }
    surveyedNanos = clock.monotonicNanos();
    try {
      protocol.survey();
    } catch (RuntimeException e) {
      log.debug("The workers could not be counted", e);
    }
  }

  /** The store reserves nothing beyond its own clock: says so if T has left that behind. */
  private void noteIfOutrun(HeldLease held) {
    long ahead = clock.millis() - held.highWater();
    boolean outrunNow = ahead >= 0;
    if (outrunNow) {
      ClockException reason =
          new ClockException(
              ClockException.Reason.OFFSET,
              ("no id: this generator's clock is %s ms past all that the store's clock lets it"
                      + " reserve; host and store have gone back together, and ids go on when they"
                      + " have caught up: %s")
                  .formatted(ahead, state.describe()));
      state.failed(reason);
      if (!outrun) {
        log.warn(reason.getMessage());
      }
    }
    outrun = outrunNow;
  }

  private long untilRenewal(HeldLease held) {
    double interval = settings.renewEvery().toNanos() * (0.9 + 0.2 * random.nextDouble());
    return Math.min((long) interval, held.ttlMillis() * 1_000_000 / 3);
  }
}
