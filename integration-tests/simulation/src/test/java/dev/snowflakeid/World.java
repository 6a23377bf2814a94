package dev.snowflakeid;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;

/**
 * Some processes, a store, and time, all drawn from one seed. Nothing runs in parallel: a process
 * that waits for an answer lets the world go on, and so do those that the world runs meanwhile.
 *
 * <p>The core is the product's own; store, clocks, network and scheduling are simulated.
 */
final class World {

  static final String NAMESPACE = "simulated";

  /** How a call goes. */
  enum Way {
    PLAIN,
    LOST_REQUEST,
    LOST_REPLY,
    LATE_REQUEST,
    DOUBLED
  }

  /** What a world is like. */
  record Climate(
      int processes,
      int workers,
      boolean storeHasClock,
      boolean storeHasGeneration,
      int badCallPercent,
      boolean clocksJump,
      boolean storeClockSteps,
      boolean storeLosesWrites,
      int calmness) {

    static Climate drawn(Random random) {
      boolean clock = random.nextInt(4) > 0;
      boolean generation = clock && random.nextBoolean();
      return new Climate(
          2 + random.nextInt(4),
          1 + random.nextInt(4),
          clock,
          generation,
          random.nextInt(3) == 0 ? 0 : random.nextInt(25),
          random.nextBoolean(),
          clock && random.nextInt(3) == 0,
          generation && random.nextInt(2) == 0,
          180);
    }

    /** A world in which a rule matters, for the mutant that leaves it out. */
    Climate suited(Mutant mutant) {
      if (mutant == Mutant.NONE) {
        return this;
      }
      boolean lost = OF_LOST_WRITES.contains(mutant);
      return new Climate(
          processes,
          mutant == Mutant.REVIVAL_WITHOUT_CONDITIONS ? 1 : lost ? processes : 1 + workers % 2,
          true,
          storeHasGeneration || lost,
          badCallPercent,
          clocksJump || mutant == Mutant.GUARD_OUTSIDE_THE_WRITE,
          mutant != Mutant.GUARD_OUTSIDE_THE_WRITE && (storeClockSteps || processes % 2 == 0),
          storeLosesWrites || lost,
          lost ? 40 : calmness);
    }
  }

  /** Mutants that show only where acknowledged writes are lost. */
  private static final Set<Mutant> OF_LOST_WRITES =
      EnumSet.of(
          Mutant.TOKEN_WITHOUT_NONCE,
          Mutant.GENERATION_BEFORE_THE_WRITE,
          Mutant.NO_QUARANTINE,
          Mutant.QUARANTINE_ON_THE_STORES_CLOCK,
          Mutant.REVIVAL_WITHOUT_CONDITIONS);

  private record Event(long at, long order, Runnable action) {}

  private static final long START = 1_790_000_000_000L;
  private static final long DISORDER_MILLIS = 600_000;
  private static final long QUIET_MILLIS = 420_000;
  private static final long MAX_OFFSET_MILLIS = 2_000;
  private static final long HOUR_MILLIS = 3_600_000;

  private final Random random;
  private final Mutant mutant;
  private final Climate climate;
  private final SimulatedStore store;
  private final LeaseSettings settings;
  private final Ledger ledger = new Ledger();
  private final List<SimulatedHost> hosts = new ArrayList<>();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          (a, b) -> a.at == b.at ? Long.compare(a.order, b.order) : Long.compare(a.at, b.at));
  private final Map<String, Long> watch = new HashMap<>();
  private long now = START;
  private long downUntil;
  private long nextBackup = START;
  private int started;
  private long ordered;
  private boolean quiet;

  World(long seed, Mutant mutant) {
    this.random = new Random(seed);
    this.mutant = mutant;
    this.climate = Climate.drawn(random).suited(mutant);
    this.store = new SimulatedStore(this, climate.storeHasClock, climate.storeHasGeneration);
    SnowflakeLayout layout = new SnowflakeLayout(SnowflakeLayout.DEFAULT.epoch(), 4, 6);
    this.settings =
        new LeaseSettings(
            NAMESPACE,
            layout,
            0,
            climate.workers - 1,
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofMillis(MAX_OFFSET_MILLIS),
            random.nextInt(4) == 0,
            "simulated");
  }

  /**
   * Ten minutes of disorder, then at least seven in which all is well: then whoever can hold a
   * worker makes ids again.
   *
   * @throws Ledger.Violation if a promise is not kept
   */
  Ledger run() {
    ledger.note(climate + " strict=" + settings.strict());
    runUntil(START + DISORDER_MILLIS);
    quiet = true;
    downUntil = now;
    long ahead = Math.max(store.farthestOffset(), 0); // a bound may lie that far in the future
    store.step(-store.offset());
    for (SimulatedHost host : hosts) {
      host.offsetMillis = 0;
      host.resume();
    }
    runUntil(now + ahead + QUIET_MILLIS);
    checkLiveness();
    return ledger;
  }

  /**
   * A store without a clock lets a host in whose clock is ahead, and its worker is blocked then.
   */
  private void checkLiveness() {
    if (!climate.storeHasClock && climate.clocksJump) {
      return;
    }
    long making =
        hosts.stream().filter(host -> !host.isDead() && now - host.lastIdAt() < 5_000).count();
    long alive = hosts.stream().filter(host -> !host.isDead()).count();
    if (making < Math.min(alive, climate.workers)) {
      throw ledger.violation(
          "%s of %s processes make ids, with %s workers, at %s, long after all is well: %s"
              .formatted(making, alive, climate.workers, now, store.slots()));
    }
  }

  void runUntil(long until) {
    while (now < until) {
      populate();
      now = Math.min(until, now + 20 + random.nextInt(180));
      while (!events.isEmpty() && events.peek().at <= now) {
        events.remove().action.run();
      }
      if (!quiet) {
        disturb();
      }
      if (mutant == Mutant.QUARANTINE_ON_THE_STORES_CLOCK) {
        store.endQuarantineByStoreClock(watch);
      }
      if (now >= nextBackup) {
        nextBackup = now + (OF_LOST_WRITES.contains(mutant) ? 0 : 1_000);
        store.backUp();
      }
      for (SimulatedHost host : List.copyOf(hosts)) {
        host.turn();
      }
    }
  }

  private void populate() {
    hosts.removeIf(SimulatedHost::isDead);
    while (hosts.size() < climate.processes) {
      long offset = quiet || !climate.clocksJump ? 0 : offset();
      hosts.add(new SimulatedHost(this, store, started++, settings, offset));
    }
  }

  private long offset() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextLong(-HOUR_MILLIS, HOUR_MILLIS);
      case 1 -> random.nextLong(-90_000, 90_000);
      default -> random.nextLong(-MAX_OFFSET_MILLIS, MAX_OFFSET_MILLIS);
    };
  }

  /** In most worlds something every twenty seconds, on average. */
  private void disturb() {
    if (random.nextInt(climate.calmness) > 0) {
      return;
    }
    SimulatedHost host = hosts.get(random.nextInt(hosts.size()));
    switch (random.nextInt(8)) {
      case 0 -> host.kill();
      case 1 -> host.close();
      case 2 -> host.stop(random.nextInt(5_000));
      case 3 -> host.stop(random.nextInt(120_000));
      case 4 -> {
        downUntil = now + random.nextInt(100_000);
        ledger.note(now + " the store is down until " + downUntil);
      }
      case 5 -> {
        if (climate.clocksJump) {
          host.offsetMillis = offset();
          ledger.note(now + " " + host + " has its clock " + host.offsetMillis + " ms ahead");
        }
      }
      case 6 -> {
        if (climate.storeClockSteps) {
          long step =
              random.nextInt(5) == 0
                  ? random.nextLong(-90_000, 90_000)
                  : random.nextLong(-3_000, 3_000);
          store.step(step);
          ledger.note(now + " the store's clock steps by " + step + " ms");
        }
      }
      default -> {
        if (climate.storeLosesWrites) {
          store.loseWrites(1 + random.nextInt(6_000));
          ledger.note(now + " the store has lost its last writes");
          if (climate.storeClockSteps && random.nextBoolean()) {
            store.step(random.nextLong(-90_000, 90_000)); // another server, another clock
          }
        }
      }
    }
  }

  /** For mutants that show where writes are lost: the one just made may be among them. */
  void acquired() {
    if (quiet || !OF_LOST_WRITES.contains(mutant) || random.nextInt(3) > 0) {
      return;
    }
    long at = now;
    long delay = random.nextInt(1_500);
    later(
        delay,
        () -> {
          store.loseWrites(now - at + 150);
          ledger.note(now + " the store has lost an acquisition");
          hosts.forEach(SimulatedHost::resume);
        });
    if (mutant == Mutant.QUARANTINE_ON_THE_STORES_CLOCK) {
      for (int i = 1; i < 12; i++) {
        later(delay + 1_000 * i, () -> store.step(90_000));
        later(delay + 1_000 * i + 400, () -> store.step(-90_000));
      }
    }
  }

  /** How the next call of a process goes. */
  Way way(SimulatedHost host) {
    if (now < downUntil) {
      return Way.LOST_REQUEST;
    }
    if (quiet || random.nextInt(100) >= climate.badCallPercent) {
      return Way.PLAIN;
    }
    return Way.values()[1 + random.nextInt(Way.values().length - 1)];
  }

  /** How long half a call takes. */
  long latency() {
    return switch (random.nextInt(20)) {
      case 0 -> quiet ? 0 : random.nextInt(2_000);
      case 3, 4, 5, 6 -> climate.calmness < 100 && !quiet ? random.nextInt(2_000) : 0;
      case 1, 2 -> random.nextInt(200);
      default -> 0;
    };
  }

  void later(long millis, Runnable action) {
    events.add(new Event(now + millis, ordered++, action));
  }

  /**
   * Where neither the store's clock has stepped nor its history was lost, ids tell the time to
   * within the offset that is allowed, and what a caller that was held up adds.
   */
  void checkTime(SimulatedHost host, long idMillis) {
    boolean known = climate.storeHasClock && !climate.storeClockSteps;
    if (known && idMillis > now + 2 * MAX_OFFSET_MILLIS + 1_000) {
      throw ledger.violation(host + " is " + (idMillis - now) + " ms ahead of the time");
    }
  }

  boolean isQuiet() {
    return quiet;
  }

  void pass(long millis) {
    runUntil(now + millis);
  }

  long now() {
    return now;
  }

  Random random() {
    return random;
  }

  Mutant mutant() {
    return mutant;
  }

  Ledger ledger() {
    return ledger;
  }
}
