package dev.snowflakeid;

import dev.snowflakeid.lease.LeaseStore;
import java.time.Duration;
import java.util.Random;

/** A virtual time in which the tests of the protocol run, and hosts with clocks of their own. */
final class Hosts {

  static final String NAMESPACE = "orders";

  /** True time in Unix ms, which nobody in the system knows; the store's clock unless stepped. */
  private long trueMillis = 1_790_000_000_000L;

  private long storeOffsetMillis;

  void pass(Duration time) {
    trueMillis += time.toMillis();
  }

  long now() {
    return trueMillis;
  }

  long storeTime() {
    return trueMillis + storeOffsetMillis;
  }

  void stepStoreClock(Duration by) {
    storeOffsetMillis += by.toMillis();
  }

  static LeaseSettings settings() {
    return settings(SnowflakeLayout.DEFAULT);
  }

  static LeaseSettings settings(SnowflakeLayout layout) {
    return new LeaseSettings(
        NAMESPACE,
        layout,
        0,
        layout.maxWorker(),
        Duration.ofSeconds(60),
        Duration.ofSeconds(10),
        Duration.ofSeconds(2),
        false,
        "test");
  }

  /** One process on one host: its wall clock may be off and may step. */
  final class Host {

    long offsetMillis;
    final LeaseSettings settings;
    final GeneratorClock clock;
    final Sequencer sequencer;
    final LeaseProtocol protocol;
    final LeaseState state;
    final LeaseKeeper keeper;

    Host(LeaseStore store, LeaseSettings settings) {
      this(store, settings, Duration.ZERO);
    }

    Host(LeaseStore store, LeaseSettings settings, Duration offset) {
      this.settings = settings;
      this.offsetMillis = offset.toMillis();
      this.clock =
          new GeneratorClock(
              () -> trueMillis + offsetMillis,
              () -> trueMillis * 1_000_000,
              settings.maxOffsetMillis());
      this.sequencer = new Sequencer(settings.layout(), clock);
      Random random = new Random(1);
      this.protocol = new LeaseProtocol(store, settings, clock, random, new Meters());
      this.state = new LeaseState(settings, clock, sequencer, store::describe);
      this.keeper = new LeaseKeeper(settings, protocol, clock, state, random, new Meters());
    }

    /** One id, or a negative refusal; nothing waits. */
    long claim() {
      return sequencer.lease().claim(sequencer.tick(), 1);
    }

    /** Lets time pass in beats of 200 ms, stepping the keeper when it is due. */
    void run(Duration time) {
      long end = trueMillis + time.toMillis();
      while (trueMillis < end) {
        trueMillis = Math.min(end, trueMillis + 200);
        state.beat();
        if (trueMillis >= nextStepMillis) {
          step();
        }
      }
    }

    /** One step of the keeper now; returns the delay that it asks for, in ns. */
    long step() {
      long nanos = keeper.step();
      nextStepMillis = nanos == LeaseKeeper.DONE ? Long.MAX_VALUE : trueMillis + nanos / 1_000_000;
      return nanos;
    }

    private long nextStepMillis;
  }
}
