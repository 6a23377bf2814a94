package dev.snowflakeid;

import java.time.Duration;
import java.util.Random;

/** A process with the product's core in it: keeper, protocol, gate, clock, sequencer. */
final class SimulatedHost {

  /** The process is gone, whatever it was about. */
  static final class Died extends Error {
    private static final long serialVersionUID = 1;

    Died() {
      super(null, null, false, false);
    }
  }

  private static final long BEAT_MILLIS = 200;
  private static final long PAUSE_MILLIS = 1_500; // the gate notices one second
  private static final long HOUR_NANOS = 3_600_000_000_000L;

  private final World world;
  private final int number;
  private final LeaseSettings settings;
  private final GeneratorClock clock;
  private final Sequencer sequencer;
  private final LeaseProtocol protocol;
  private final LeaseState state;
  private final LeaseKeeper keeper;

  long offsetMillis;
  private long stoppedAt;
  private long stoppedUntil;
  private boolean dead;
  private boolean stepping;
  private boolean claiming;
  private long nextStep;
  private long nextBeat;
  private long lastId = -1;
  private long lastIdAt;
  private long wokeAt = Long.MIN_VALUE;
  private long askedAt = Long.MIN_VALUE;

  SimulatedHost(
      World world, SimulatedStore store, int number, LeaseSettings settings, long offset) {
    this.world = world;
    this.number = number;
    this.settings = settings;
    this.offsetMillis = offset;
    this.nextStep = world.now();
    this.nextBeat = world.now();
    this.lastIdAt = world.now();
    this.clock = clock(0);
    this.sequencer = new Sequencer(settings.layout(), clock);
    Random random = new Random(world.random().nextLong());
    Meters meters = new Meters();
    Network network = new Network(world, store, this);
    this.protocol = new LeaseProtocol(network, settings, clock, random, meters);
    this.state = new LeaseState(settings, clock, sequencer, network::describe);
    // Under the mutant every answer seems to have been asked for after the pause.
    long shift = world.mutant() == Mutant.STALE_REVALIDATION ? HOUR_NANOS : 0;
    GeneratorClock keepersClock = shift == 0 ? clock : clock(shift);
    this.keeper = new LeaseKeeper(settings, protocol, keepersClock, state, random, meters, null);
  }

  private GeneratorClock clock(long shiftNanos) {
    return new GeneratorClock(
        () -> world.now() + offsetMillis,
        () -> world.now() * 1_000_000 + shiftNanos,
        settings.maxOffsetMillis());
  }

  /** Lets time pass for this process while it waits; it may be stopped, and it may die. */
  void pass(long millis) {
    long until = world.now() + millis;
    world.runUntil(until);
    if (world.now() < stoppedUntil) {
      world.runUntil(stoppedUntil);
    }
    if (dead) {
      throw new Died();
    }
  }

  boolean isDead() {
    return dead;
  }

  long lastIdAt() {
    return lastIdAt;
  }

  void kill() {
    world.ledger().note(world.now() + " " + this + " is killed");
    dead = true;
  }

  void stop(long millis) {
    world.ledger().note(world.now() + " " + this + " is stopped for " + millis + " ms");
    if (world.now() >= stoppedUntil) {
      stoppedAt = world.now();
    }
    stoppedUntil = Math.max(stoppedUntil, world.now() + millis);
    noteWaking();
  }

  /** Ends a stop before its time. */
  void resume() {
    if (world.now() < stoppedUntil) {
      stoppedUntil = world.now();
      noteWaking();
    }
  }

  private void noteWaking() {
    if (stoppedUntil - stoppedAt > PAUSE_MILLIS) {
      wokeAt = stoppedUntil;
    } else if (wokeAt > world.now()) {
      wokeAt = Long.MIN_VALUE;
    }
  }

  /** Gives everything that is due its turn, unless the process is stopped. */
  void turn() {
    if (dead || world.now() < stoppedUntil) {
      return;
    }
    try {
      beat();
      claim();
      step();
    } catch (Died e) {
      dead = true;
    }
  }

  private void beat() {
    if (world.now() < nextBeat) {
      return;
    }
    nextBeat = world.now() + BEAT_MILLIS;
    state.beat();
  }

  private void step() {
    if (stepping || world.now() < nextStep) {
      return;
    }
    stepping = true;
    try {
      long nanos = keeper.step();
      if (nanos == LeaseKeeper.DONE) {
        dead = true;
        world.ledger().note(world.now() + " " + this + " has ended");
      } else {
        nextStep = world.now() + Math.max(nanos / 1_000_000, 1);
      }
    } finally {
      stepping = false;
    }
  }

  /** Some ids; now and then the caller is held up after it has read the clock. */
  private void claim() {
    if (claiming) {
      return;
    }
    claiming = true;
    try {
      Lease lease = sequencer.lease();
      long tick = sequencer.tick();
      boolean allowed = world.mutant() != Mutant.TTL_ONLY || withinTimeToLive();
      long readAt = world.now();
      if (!world.isQuiet() && world.random().nextInt(200) == 0) {
        pass(world.random().nextInt(30_000));
      }
      if (!allowed) {
        return;
      }
      int wanted = 1 + world.random().nextInt(settings.layout().maxSequence());
      long first = lease.claim(tick, wanted);
      if (first >= 0) {
        checkPause(readAt);
        checkWindow(lease, first);
        enter(lease, first, lease.claimed(first, wanted));
      }
    } finally {
      claiming = false;
    }
  }

  private boolean withinTimeToLive() {
    HeldLease held = state.task().held();
    return held != null && clock.monotonicNanos() < held.deadlineNanos();
  }

  /** After a pause the store is asked before the next id; a silent one has been asked, too. */
  private void checkPause(long readAt) {
    if (readAt >= wokeAt && askedAt < wokeAt) {
      throw world
          .ledger()
          .violation(
              "%s woke at %s and made an id on the word of %s".formatted(this, wokeAt, askedAt));
    }
  }

  /** An id lies below the bound that the store has acknowledged. */
  private void checkWindow(Lease lease, long id) {
    HeldLease held = state.task().held();
    long time = settings.layout().decompose(id).instant().toEpochMilli();
    if (held != null && held.lease() == lease && time >= held.highWater()) {
      throw world
          .ledger()
          .violation(
              "%s made an id of %s with a bound of %s".formatted(this, time, held.highWater()));
    }
  }

  /** A call that was sent then has ended, with an answer or without. */
  void asked(long sentAt) {
    askedAt = Math.max(askedAt, sentAt);
  }

  private void enter(Lease lease, long first, int count) {
    SnowflakeLayout layout = settings.layout();
    if (first <= lastId) {
      throw world.ledger().violation(this + " made " + first + " after " + lastId);
    }
    long time = layout.decompose(first).instant().toEpochMilli();
    world.checkTime(this, time);
    world.ledger().enter(lease.worker(), first, count, toString());
    lastId = first + count - 1;
    lastIdAt = world.now();
  }

  /** Ends the process as a closing application does. */
  void close() {
    world.ledger().note(world.now() + " " + this + " closes");
    if (world.mutant() == Mutant.NO_SEAL_AT_CLOSE) {
      LeaseState.Task task = state.task();
      HeldLease held = task.held();
      if (held != null && !stepping) {
        stepping = true; // no renewal any more, but callers go on
        long epoch = settings.layout().epochMillis();
        long firstUnused = Math.max(held.lease().lastTick() + 1 + epoch, 0);
        try {
          protocol.release(held, firstUnused);
        } catch (RuntimeException | Died e) {
          dead = true;
        }
        world.later(world.random().nextInt(5_000), () -> dead = true);
        return;
      }
    }
    state.beginClose(Duration.ofSeconds(2));
    nextStep = world.now();
  }

  @Override
  public String toString() {
    return "process " + number;
  }
}
