package dev.snowflakeid;

import dev.snowflakeid.LeaseUnavailableException.Reason;
import dev.snowflakeid.UnsettledAcquisition.Attempt;
import dev.snowflakeid.clock.ClockSample;
import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The lease protocol: every decision about a slot, none about threads or time tables.
 *
 * <ol>
 *   <li>What is leased is a worker id <em>and</em> a range of id timestamps up to an exclusive
 *       bound, the high-water mark. Ids go out only below the bound that the store acknowledged.
 *   <li>The next holder of the worker starts at or above the bound it found; after a clean close,
 *       above the last timestamp that was issued.
 *   <li>Each write is one conditional write on token, version and nonce as last seen. A lost reply
 *       leaves the outcome unknown until the slot is read back: the nonce tells whose write it is.
 *   <li>Nobody starts at a future bound, and nobody acquires while this host's clock and the
 *       store's disagree or while the store may have lost writes.
 *   <li>A renewal is never refused for the clock. An expired lease that nobody took is revived
 *       under all conditions of an acquisition.
 * </ol>
 *
 * <p>Not thread-safe; belongs to the renewal thread of one generator.
 */
final class LeaseProtocol {

  /** What became of a renewal. */
  enum Renewal {
    /** Acknowledged. */
    RENEWED,
    /** Not acknowledged; bound and deadline stay as they are, and the call may be repeated. */
    UNKNOWN,
    /** Still ours, but expired, and the conditions for reviving it do not hold. */
    REFUSED,
    /** Somebody else has written the slot, or it is gone. */
    LOST
  }

  private static final int CANDIDATES_PER_VIEW = 8;
  private static final int VIEWS_PER_ATTEMPT = 8;
  private static final int RELEASES_PER_ATTEMPT = 3;
  private static final int LOOKS_BEFORE_FIRST_ID = 4; // as many as are kept

  private final LeaseStore store;
  private final LeaseSettings settings;
  private final GeneratorClock clock;
  private final Admissions admissions;
  private final Random random;
  private final Meters meters;
  private final Nonces nonces = new Nonces();

  private @Nullable UnsettledAcquisition unsettled;
  private @Nullable RuntimeException refusal;

  LeaseProtocol(
      LeaseStore store,
      LeaseSettings settings,
      GeneratorClock clock,
      Random random,
      Meters meters) {
    this.store = store;
    this.settings = settings;
    this.clock = clock;
    this.random = random;
    this.meters = meters;
    this.admissions = new Admissions(store, settings, clock);
  }

  /**
   * Takes a worker.
   *
   * @param afterMillis last timestamp of this generator in Unix ms; the new lease starts above it
   * @throws LeaseUnavailableException if no worker is free or a quarantine lasts
   * @throws ClockException if this host's clock forbids it
   * @throws ConfigurationMismatchException if the namespace was created with another layout
   * @throws LeaseStoreException if the store does not answer
   */
  HeldLease acquire(long afterMillis) {
    for (int i = 0; i < VIEWS_PER_ATTEMPT; i++) {
      Optional<HeldLease> held = settle(afterMillis).or(() -> tryOnce(afterMillis));
      if (held.isPresent()) {
        lookAgain(held.get());
        clock.fix();
        unsettled = null;
        return held.get();
      }
    }
    throw new LeaseUnavailableException(
        Reason.NO_FREE_WORKER,
        "other instances were faster %s times in a row: namespace=%s store=%s"
            .formatted(VIEWS_PER_ATTEMPT, settings.namespace(), store.describe()),
        null);
  }

  /**
   * Looks at the store's clock more closely before the first id, where T is to follow it. The call
   * that came first is slow where a connection had to be opened for it; the quickest look counts.
   */
  private void lookAgain(HeldLease held) {
    try {
      for (int i = 1; i < LOOKS_BEFORE_FIRST_ID && clock.seeksWitness() && !lookClosely(); i++) {
        long sent = clock.monotonicNanos();
        store
            .read(settings.namespace(), held.slot().worker())
            .ifPresent(stored -> clock.correct(sent, stored.storeTime()));
      }
    } catch (LeaseStoreException e) {
      // The worker is leased all the same, and each renewal looks again.
    }
  }

  /** Corrects T by a close look; false if the store has none to offer. */
  private boolean lookClosely() {
    Optional<ClockSample> sample = store.clock(clock.monotonic());
    sample.ifPresent(clock::correct);
    return sample.isPresent();
  }

  /** Extends a lease by writing a new bound; see {@link Renewal}. */
  Renewal renew(HeldLease held) {
    refusal = null;
    try {
      if (held.hasPending() && !readBack(held)) {
        return Renewal.LOST;
      }
      if (writeRenewal(held, clock.millis(), null)) {
        return Renewal.RENEWED;
      }
      if (!readBack(held)) {
        return Renewal.LOST;
      }
      return held.slot().live() ? Renewal.UNKNOWN : revive(held);
    } catch (IdGenerationException e) {
      refusal = e;
      return Renewal.REFUSED;
    } catch (RuntimeException e) {
      refusal = e;
      return Renewal.UNKNOWN;
    }
  }

  /** Returns why the last renewal was not acknowledged; null if it was, or simply raced. */
  @Nullable RuntimeException refusal() {
    return refusal;
  }

  /**
   * Gives a sealed lease back.
   *
   * @param releasedAt first timestamp in Unix ms that was not used
   * @return false if somebody else has the slot by now
   * @throws LeaseStoreException if the store does not answer; the call may be repeated with the
   *     same value
   */
  boolean release(HeldLease held, long releasedAt) {
    for (int i = 0; i < RELEASES_PER_ATTEMPT; i++) {
      if (held.hasPending() && !readBack(held)) {
        return false;
      }
      if (held.slot().cleanlyClosed()) {
        return true; // the reply to an earlier attempt was lost
      }
      String nonce = nonces.next();
      held.sending(nonce, held.deadlineNanos());
      if (store.release(settings.namespace(), held.slot(), nonce, releasedAt)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Counts the worker ids of the namespace, for the metrics; writes nothing and corrects no clock.
   *
   * @throws LeaseStoreException if the store does not answer
   */
  void survey() {
    admissions.look().ifPresent(this::candidates);
  }

  private Optional<HeldLease> tryOnce(long afterMillis) {
    Admissions.Pass pass = admissions.pass();
    requireUsableClock(afterMillis);
    Candidates candidates = candidates(pass);
    List<Slot> slots = candidates.choose(random, CANDIDATES_PER_VIEW, unsettledWorker());
    if (slots.isEmpty()) {
      throw new LeaseUnavailableException(
          Reason.NO_FREE_WORKER,
          "no free worker: %s: namespace=%s store=%s"
              .formatted(
                  candidates.describe(pass.poisonedFrom(clock.millis())),
                  settings.namespace(),
                  store.describe()),
          null);
    }
    for (Slot slot : slots) {
      Optional<HeldLease> held = tryAcquire(slot, pass, afterMillis);
      if (held.isPresent() || slot.worker() == unsettledWorker()) {
        return held; // a miss on the unsettled slot may be our own late write: settle it first
      }
    }
    return Optional.empty();
  }

  private Candidates candidates(Admissions.Pass pass) {
    Candidates candidates = new Candidates(pass.view(), settings, clock.millis());
    meters.saw(candidates.count(pass.poisonedFrom(clock.millis())));
    return candidates;
  }

  private Optional<HeldLease> tryAcquire(Slot slot, Admissions.Pass pass, long afterMillis) {
    long horizon = settings.firstTtlMillis();
    long deadline = clock.monotonicNanos() + horizon * 1_000_000;
    long reading = clock.millis();
    long readNanos = clock.monotonicNanos(); // after the reading: T may fall behind it, not ahead
    long floor = floor(reading, slot, afterMillis);
    String nonce = nonces.next();
    SlotWrite write = slotWrite(slot, nonce, floor, horizon);
    try {
      return store
          .acquire(write, pass.at(reading, settings))
          .map(stored -> hold(stored, floor, deadline));
    } catch (RuntimeException e) {
      Attempt attempt = new Attempt(reading, readNanos, floor, deadline);
      unsettled = UnsettledAcquisition.add(unsettled, slot, nonce, attempt);
      throw e;
    }
  }

  /** Finds out what became of an acquisition whose reply was lost. */
  private Optional<HeldLease> settle(long afterMillis) {
    UnsettledAcquisition open = unsettled;
    if (open == null) {
      return Optional.empty();
    }
    Optional<StoredSlot> stored = store.read(settings.namespace(), open.seen().worker());
    String nonce = stored.map(s -> s.slot().nonce()).orElse("");
    Attempt attempt = open.attempts().get(nonce);
    if (attempt != null) {
      clock.anchor(attempt.readNanos(), attempt.reading());
      long floor = Math.max(attempt.floor(), afterMillis + 1);
      return stored.map(s -> hold(s, floor, attempt.deadlineNanos()));
    }
    if (!nonce.equals(open.seen().nonce())) {
      unsettled = null; // somebody else has it, so ours can no longer be applied
    }
    return Optional.empty();
  }

  private static long floor(long reading, Slot seen, long afterMillis) {
    return Math.max(reading, Math.max(Candidates.base(seen), afterMillis + 1));
  }

  private HeldLease hold(StoredSlot stored, long floor, long deadlineNanos) {
    Lease lease =
        new Lease(
            settings.layout(),
            stored.slot().worker(),
            floor - settings.layout().epochMillis(),
            settings.spread(),
            meters.issued());
    return new HeldLease(lease, stored, deadlineNanos);
  }

  private Renewal revive(HeldLease held) {
    Admissions.Pass pass = admissions.pass();
    long reading = clock.millis();
    if (writeRenewal(held, reading, pass.at(reading, settings))) {
      return Renewal.RENEWED;
    }
    return readBack(held) ? Renewal.UNKNOWN : Renewal.LOST;
  }

  private boolean writeRenewal(HeldLease held, long reading, @Nullable Admission admission) {
    long horizon = settings.ttlMillis();
    long lastIssued = held.lease().lastTick() + settings.layout().epochMillis();
    long from = Math.max(Math.max(reading, lastIssued), held.highWater() - horizon);
    String nonce = nonces.next();
    long sent = clock.monotonicNanos();
    held.sending(nonce, sent + horizon * 1_000_000);
    Optional<StoredSlot> stored =
        store.renew(slotWrite(held.slot(), nonce, from, horizon), admission);
    if (stored.isEmpty()) {
      return false;
    }
    correct(sent, stored.get().storeTime());
    held.acknowledged(stored.get(), sent + stored.get().ttlMillis() * 1_000_000);
    return true;
  }

  /** Corrects T by what the store has told, and by a closer look where T is to follow its clock. */
  private void correct(long sentNanos, OptionalLong storeTime) {
    clock.correct(sentNanos, storeTime);
    try {
      if (storeTime.isPresent() && clock.isAligned()) {
        lookClosely();
      }
    } catch (LeaseStoreException e) {
      // The renewal is acknowledged; what it has told has to do.
    }
  }

  /** Reads the slot back; false if it is no longer ours. */
  private boolean readBack(HeldLease held) {
    Optional<StoredSlot> stored = store.read(settings.namespace(), held.slot().worker());
    if (stored.isEmpty()) {
      return false;
    }
    String nonce = stored.get().slot().nonce();
    Long deadline =
        nonce.equals(held.slot().nonce())
            ? (Long) held.deadlineNanos()
            : held.pendingDeadline(nonce);
    if (deadline == null) {
      return false;
    }
    held.readBack(stored.get(), deadline);
    return true;
  }

  private SlotWrite slotWrite(Slot seen, String nonce, long from, long horizon) {
    return new SlotWrite(
        settings.namespace(),
        seen,
        nonce,
        settings.owner(),
        Math.max(from + horizon, seen.highWater()),
        horizon + settings.maxOffsetMillis(),
        horizon);
  }

  private void requireUsableClock(long afterMillis) {
    long now = clock.millis();
    SnowflakeLayout layout = settings.layout();
    layout.requireInside(Instant.ofEpochMilli(now));
    if (afterMillis + 1 > now + settings.maxOffsetMillis()) {
      throw new ClockException(
          ClockException.Reason.BEHIND_LAST_ID,
          "the clock is %s ms behind this generator's last id; the limit is %s ms: namespace=%s"
              .formatted(afterMillis + 1 - now, settings.maxOffsetMillis(), settings.namespace()));
    }
  }

  private int unsettledWorker() {
    return unsettled == null ? -1 : unsettled.seen().worker();
  }
}
