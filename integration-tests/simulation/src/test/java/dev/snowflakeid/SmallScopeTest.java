package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.InMemoryLeaseStore;
import dev.snowflakeid.lease.InMemoryLeaseStore.Fault;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.StoredSlot;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every order of a few steps: two processes, one worker, clocks that are wrong at any step, writes
 * that are lost or late. After the last step both processes get time to do what they would.
 */
class SmallScopeTest {

  private static final int STEPS = Integer.getInteger("simulation.steps", 4);
  private static final long START = 1_790_000_000_000L;
  private static final LeaseSettings SETTINGS =
      new LeaseSettings(
          "one",
          new SnowflakeLayout(SnowflakeLayout.DEFAULT.epoch(), 2, 2),
          0,
          0,
          Duration.ofSeconds(60),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          false,
          "model");

  /** What may happen next. */
  private enum Step {
    FIRST_ID,
    SECOND_ID,
    FIRST_KEEPER,
    SECOND_KEEPER,
    FIRST_DIES,
    SECOND_CLOSES,
    FIRST_AHEAD,
    FIRST_BEHIND,
    SECOND_AHEAD,
    SECOND_BEHIND,
    SECONDS_PASS,
    THE_BOUND_COMES,
    A_MINUTE_OF_STANDSTILL,
    REPLY_LOST,
    REQUEST_LATE,
    LATE_ARRIVES
  }

  /** What a store may get wrong. */
  private enum Mistake {
    BOUNDS_HIDDEN,
    BOUND_INCLUSIVE
  }

  private static final class Scope {

    private final InMemoryLeaseStore store;
    private final UnaryOperator<LeaseStore> access;
    private final Ledger ledger = new Ledger();
    private long now = START;
    private Process first;
    private Process second;

    Scope(UnaryOperator<LeaseStore> access) {
      this.access = access;
      this.store = new InMemoryLeaseStore(() -> now);
      this.first = new Process(this);
      this.second = new Process(this);
      first.keep();
    }

    void take(Step step) {
      ledger.note(step.toString());
      switch (step) {
        case FIRST_ID -> first.claim();
        case SECOND_ID -> second.claim();
        case FIRST_KEEPER -> first.keep();
        case SECOND_KEEPER -> second.keep();
        case FIRST_DIES -> first = new Process(this);
        case SECOND_CLOSES -> {
          second.close();
          second = new Process(this);
        }
        case FIRST_AHEAD -> first.offset += 90_000;
        case FIRST_BEHIND -> first.offset -= 90_000;
        case SECOND_AHEAD -> second.offset += 90_000;
        case SECOND_BEHIND -> second.offset -= 90_000;
        case SECONDS_PASS -> pass(now + 9_000);
        case THE_BOUND_COMES -> pass(store.slot("one", 0).highWater());
        case A_MINUTE_OF_STANDSTILL -> now += 62_000;
        case REPLY_LOST -> store.failNextWrite(Fault.REPLY_LOST);
        case REQUEST_LATE -> store.failNextWrite(Fault.LATE);
        case LATE_ARRIVES -> store.deliverLate();
      }
      first.beat();
      second.beat();
    }

    /** Time in which the gates beat. */
    private void pass(long until) {
      while (now < until) {
        now = Math.min(until, now + 900);
        first.beat();
        second.beat();
      }
    }

    /** Each takes what it can get, without and with time between. */
    void end() {
      for (long millis : new long[] {0, 1, 16_000, 62_000}) {
        now += millis;
        for (Process process : List.of(first, second)) {
          process.beat();
          process.claim();
          process.keep();
          process.beat();
          process.claim();
        }
      }
    }
  }

  private static final class Process {

    private final Scope scope;
    private final GeneratorClock clock;
    private final Sequencer sequencer;
    private final LeaseState state;
    private final LeaseKeeper keeper;
    private long offset;
    private long last = -1;

    Process(Scope scope) {
      this.scope = scope;
      this.clock =
          new GeneratorClock(
              () -> scope.now + offset, () -> scope.now * 1_000_000, SETTINGS.maxOffsetMillis());
      this.sequencer = new Sequencer(SETTINGS.layout(), clock);
      LeaseStore store = scope.access.apply(scope.store);
      Random random = new Random(1);
      Meters meters = new Meters();
      LeaseProtocol protocol = new LeaseProtocol(store, SETTINGS, clock, random, meters);
      this.state = new LeaseState(SETTINGS, clock, sequencer, store::describe);
      this.keeper = new LeaseKeeper(SETTINGS, protocol, clock, state, random, meters, null);
    }

    void beat() {
      state.beat();
    }

    void keep() {
      keeper.step();
    }

    void close() {
      state.beginClose(Duration.ofSeconds(2));
      keeper.step();
    }

    void claim() {
      Lease lease = sequencer.lease();
      long id = lease.claim(sequencer.tick(), 2);
      if (id < 0) {
        return;
      }
      if (id <= last) {
        throw scope.ledger.violation(id + " after " + last);
      }
      last = id + lease.claimed(id, 2) - 1;
      scope.ledger.enter(lease.worker(), id, lease.claimed(id, 2), "one of two");
    }
  }

  private static long explore(UnaryOperator<LeaseStore> access, int steps) {
    Step[] all = Step.values();
    long paths = 1;
    for (int i = 0; i < steps; i++) {
      paths *= all.length;
    }
    long ids = 0;
    for (long path = 0; path < paths; path++) {
      Scope scope = new Scope(access);
      long rest = path;
      for (int i = 0; i < steps; i++) {
        scope.take(all[(int) (rest % all.length)]);
        rest /= all.length;
      }
      scope.end();
      ids += scope.ledger.ids();
    }
    System.out.printf("%s orders of %s steps, %s ids%n", paths, steps, ids);
    return ids;
  }

  @Test
  void shouldKeepItsPromisesInEveryOrder() {
    assertTrue(explore(store -> store, STEPS) > 100_000);
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindWhatAStoreGetsWrong(Mistake fault) {
    List<String> found = new ArrayList<>();
    for (int steps = 1; steps <= STEPS && found.isEmpty(); steps++) {
      try {
        explore(store -> faulty(store, fault), steps);
      } catch (Ledger.Violation e) {
        found.add(String.valueOf(e.getMessage()));
      }
    }
    assertEquals(1, found.size(), fault + " goes unnoticed");
  }

  /** Shows bounds other than those that it has. */
  private static LeaseStore faulty(LeaseStore store, Mistake fault) {
    return (LeaseStore)
        Proxy.newProxyInstance(
            LeaseStore.class.getClassLoader(),
            new Class<?>[] {LeaseStore.class},
            (proxy, method, arguments) -> {
              try {
                Object answer = method.invoke(store, arguments);
                return switch (method.getName()) {
                  case "view" ->
                      fault == Mistake.BOUNDS_HIDDEN
                          ? Bounds.shown((LeaseView) answer, slot -> 0)
                          : answer;
                  case "acquire", "renew" ->
                      fault == Mistake.BOUND_INCLUSIVE
                          ? Bounds.shown(answer, slot -> slot.highWater() + 1)
                          : answer;
                  default -> answer;
                };
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Answers with other bounds. */
  private static final class Bounds {

    private Bounds() {}

    static LeaseView shown(LeaseView view, ToLongFunction<Slot> bound) {
      return new LeaseView(
          view.namespaceRecord(),
          view.slots().stream().map(slot -> with(slot, bound.applyAsLong(slot))).toList(),
          view.storeTime(),
          view.generation());
    }

    static Object shown(Object answer, ToLongFunction<Slot> bound) {
      return ((Optional<?>) answer)
          .map(
              found -> {
                var stored = (StoredSlot) found;
                return new StoredSlot(
                    with(stored.slot(), bound.applyAsLong(stored.slot())),
                    stored.storeTime(),
                    stored.ttlMillis());
              });
    }

    private static Slot with(Slot slot, long highWater) {
      return new Slot(
          slot.worker(),
          highWater,
          slot.token(),
          slot.version(),
          slot.nonce(),
          slot.live(),
          highWater == 0 ? null : slot.closedNonce(),
          slot.releasedAt(),
          slot.owner());
    }
  }
}
