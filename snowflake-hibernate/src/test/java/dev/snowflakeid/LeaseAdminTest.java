package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.LeaseProtocol.Renewal;
import dev.snowflakeid.LeaseUnavailableException.Reason;
import dev.snowflakeid.lease.InMemoryLeaseStore;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseAdminTest {

  private static final long NEVER = Long.MIN_VALUE;
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Instant EPOCH = SnowflakeLayout.DEFAULT.epoch();
  private static final SnowflakeLayout ONE_WORKER = new SnowflakeLayout(EPOCH, 0, 12);
  private static final SnowflakeLayout FOUR_WORKERS = new SnowflakeLayout(EPOCH, 2, 12);

  private final Hosts hosts = new Hosts();
  private final InMemoryLeaseStore store = new InMemoryLeaseStore(hosts::storeTime);
  private final LeaseAdmin admin = admin(store);

  private LeaseAdmin admin(LeaseStore on) {
    return admin(on, () -> {});
  }

  /** An operator who does something else while he waits. */
  private LeaseAdmin admin(LeaseStore on, Runnable meanwhile) {
    return new LeaseAdmin(
        on,
        Hosts.NAMESPACE,
        new LeaseAdmin.Clocks(
            hosts::now,
            () -> hosts.now() * 1_000_000,
            millis -> {
              hosts.pass(Duration.ofMillis(millis));
              meanwhile.run();
            }));
  }

  private Hosts.Host host(SnowflakeLayout layout) {
    return hosts.new Host(store, Hosts.settings(layout));
  }

  private Slot slot(int worker) {
    return store.slot(Hosts.NAMESPACE, worker);
  }

  private void poison(int worker, Duration ahead) {
    Slot s = slot(worker);
    store.overwrite(
        Hosts.NAMESPACE,
        new Slot(
            worker,
            hosts.now() + ahead.toMillis(),
            s.token() + 1,
            s.version() + 1,
            "of a fast clock",
            false,
            null,
            0,
            "host-1/4711"),
        0);
  }

  private static String refusal(Runnable call) {
    return assertThrows(IllegalStateException.class, call::run).getMessage();
  }

  // ---------------------------------------------------------------- status

  @Test
  void shouldTellWhatEveryWorkerIs() {
    HeldLease closed = host(FOUR_WORKERS).protocol.acquire(NEVER);
    hosts.pass(Duration.ofSeconds(3));
    HeldLease crashed = host(FOUR_WORKERS).protocol.acquire(NEVER);
    Hosts.Host lapsed = host(FOUR_WORKERS);
    HeldLease live = lapsed.protocol.acquire(NEVER);
    assertEquals(Renewal.RENEWED, lapsed.protocol.renew(live));
    assertTrue(lapsed.protocol.release(closed, closed.highWater() - 14_000));
    store.overwrite(Hosts.NAMESPACE, crashed.slot().withLive(false), 0);
    hosts.pass(Duration.ofSeconds(2));

    NamespaceStatus status = admin.status();

    assertEquals(NamespaceStatus.State.OK, status.state());
    assertEquals(FOUR_WORKERS, status.layout());
    assertEquals(Duration.ofSeconds(65), status.quarantine());
    assertEquals(Duration.ZERO, status.clockOffset());
    assertEquals(
        new WorkerStatus(
            live.slot().worker(),
            WorkerStatus.State.LIVE,
            "test",
            1,
            Instant.ofEpochMilli(live.highWater()),
            Duration.ofSeconds(58),
            Duration.ofSeconds(2)),
        status.workers().get(live.slot().worker()));
    WorkerStatus gone = status.workers().get(crashed.slot().worker());
    assertEquals(WorkerStatus.State.COOLING, gone.state());
    assertEquals(Duration.ofSeconds(13), gone.remaining());
    assertEquals(Duration.ofSeconds(-13), gone.age());
    WorkerStatus left = status.workers().get(closed.slot().worker());
    assertEquals(WorkerStatus.State.CLOSED, left.state());
    assertEquals(Duration.ofSeconds(10), left.remaining());
    assertEquals(Duration.ofSeconds(4), left.age());
    assertEquals(1, status.count(WorkerStatus.State.FREE));
    hosts.pass(MINUTE);
    assertEquals(4, admin.status().count(WorkerStatus.State.FREE));
  }

  @Test
  void shouldCallAMarkPoisonedThatNoSaneClockCanHaveLeft() {
    host(ONE_WORKER).protocol.acquire(NEVER);

    poison(0, Duration.ofSeconds(64));
    assertEquals(WorkerStatus.State.COOLING, admin.status().workers().get(0).state());
    poison(0, Duration.ofMillis(64_001));
    assertEquals(WorkerStatus.State.POISONED, admin.status().workers().get(0).state());
  }

  @Test
  void shouldSayThatThereIsNoSuchNamespace() {
    assertEquals(
        "there is no such namespace: namespace=orders store=in-memory store",
        refusal(admin::status));
  }

  // ---------------------------------------------------------------- evict

  @Test
  void shouldNotEvictALiveHolderWhoseNameIsNotGiven() {
    HeldLease held = host(ONE_WORKER).protocol.acquire(NEVER);

    for (String name : new String[] {null, "", "test/2"}) {
      assertEquals(
          "worker 0 has a live holder, which is evicted only by its name: owner=test",
          refusal(() -> admin.evict(0, name)));
    }
    assertEquals(held.slot(), slot(0));
  }

  /** Case: the evicted holder goes on to its bound, and its successor must not meet its ids. */
  @Test
  void shouldLetNobodyMakeTheIdsOfAnEvictedHolder() {
    Hosts.Host evicted = host(ONE_WORKER);
    evicted.run(Duration.ofSeconds(5));
    Slot before = slot(0);

    WorkerStatus after = admin.evict(0, "test");

    assertEquals(WorkerStatus.State.COOLING, after.state());
    assertEquals(before.highWater(), after.bound().toEpochMilli());
    hosts.pass(Duration.ofMillis(100));
    evicted.state.beat();
    assertTrue(evicted.claim() > 0, "it does not know yet");
    evicted.run(Duration.ofSeconds(12));
    assertEquals(LeaseStatus.State.STARTING, evicted.state.status().state());
    hosts.pass(MINUTE);
    HeldLease next = host(ONE_WORKER).protocol.acquire(NEVER);
    assertTrue(next.lease().lastTick() + 1 + ONE_WORKER.epochMillis() >= before.highWater());
  }

  @Test
  void shouldKeepAnEvictedHolderFromReviving() {
    Hosts.Host stopped = host(ONE_WORKER);
    HeldLease held = stopped.protocol.acquire(NEVER);
    hosts.pass(MINUTE);
    assertFalse(slot(0).live());

    admin.evict(0, null);

    assertEquals(Renewal.LOST, stopped.protocol.renew(held));
  }

  @Test
  void shouldNotEvictFromAWorkerThatNobodyHolds() {
    Hosts.Host host = host(FOUR_WORKERS);
    HeldLease held = host.protocol.acquire(NEVER);
    assertTrue(host.protocol.release(held, hosts.now() + 1));
    int closed = held.slot().worker();
    int vacant = (closed + 1) % 4;

    assertEquals(
        "nobody holds worker %s: state=CLOSED".formatted(closed),
        refusal(() -> admin.evict(closed, "test")));
    assertEquals(
        "nobody holds worker %s: state=FREE".formatted(vacant),
        refusal(() -> admin.evict(vacant, null)));
    assertTrue(slot(closed).cleanlyClosed());
    IllegalArgumentException outside =
        assertThrows(IllegalArgumentException.class, () -> admin.evict(4, null));
    assertEquals(
        "worker must be in the namespace's range 0-3: worker=4 namespace=orders",
        outside.getMessage());
  }

  @Test
  void shouldTryAgainWhenARenewalComesBetween() {
    Hosts.Host host = host(ONE_WORKER);
    HeldLease held = host.protocol.acquire(NEVER);
    LeaseAdmin late =
        admin(beforeReset(() -> assertEquals(Renewal.RENEWED, host.protocol.renew(held))));

    WorkerStatus after = late.evict(0, "test");

    assertEquals(WorkerStatus.State.COOLING, after.state());
    assertEquals(hosts.now() + 60_000, slot(0).highWater());
    assertEquals(Renewal.LOST, host.protocol.renew(held));
  }

  /** Case: the worker changes hands between the look and the write. */
  @Test
  void shouldNotEvictAnotherHolderThanTheOneThatWasSeen() {
    host(ONE_WORKER).protocol.acquire(NEVER);
    hosts.pass(MINUTE);
    HeldLease[] next = new HeldLease[1];
    LeaseAdmin late = admin(beforeReset(() -> next[0] = host(ONE_WORKER).protocol.acquire(NEVER)));

    assertTrue(refusal(() -> late.evict(0, null)).startsWith("worker 0 has a live holder"));
    assertEquals(next[0].slot(), slot(0));
  }

  @Test
  void shouldGiveUpOnAWorkerThatIsWrittenAllTheTime() {
    Hosts.Host host = host(ONE_WORKER);
    HeldLease held = host.protocol.acquire(NEVER);
    Runnable renew = () -> assertEquals(Renewal.RENEWED, host.protocol.renew(held));
    Runnable[] eightTimes = {renew, renew, renew, renew, renew, renew, renew, renew};

    assertEquals(
        "worker 0 changed 8 times in a row: namespace=orders store=in-memory store",
        refusal(() -> admin(beforeReset(eightTimes)).evict(0, "test")));
    assertTrue(slot(0).live());
  }

  /** The store, with something that comes right before each of the first resets. */
  private LeaseStore beforeReset(Runnable... first) {
    Deque<Runnable> left = new ArrayDeque<>(List.of(first));
    return (LeaseStore)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {LeaseStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("reset") && !left.isEmpty()) {
                left.pop().run();
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  // ---------------------------------------------------------------- unpoison

  @Test
  void shouldSetAPoisonedBoundBackToTheStoresTime() {
    host(ONE_WORKER).protocol.acquire(NEVER);
    poison(0, DAY);
    Slot before = slot(0);

    WorkerStatus after = admin.unpoison(0, Instant.ofEpochMilli(hosts.now()).minus(DAY));

    assertEquals(hosts.now(), after.bound().toEpochMilli());
    assertEquals(WorkerStatus.State.FREE, after.state());
    assertEquals(before.token() + 1, slot(0).token());
    assertNotEquals(before.nonce(), slot(0).nonce());
    assertFalse(slot(0).cleanlyClosed());
    HeldLease next = host(ONE_WORKER).protocol.acquire(NEVER);
    assertTrue(next.lease().lastTick() + 1 + ONE_WORKER.epochMillis() >= hosts.now());
  }

  /** Case: the worker has made ids ahead of the store's time; none of them comes again. */
  @Test
  void shouldKeepTheBoundAboveTheLastIdThatIsKnown() {
    host(ONE_WORKER).protocol.acquire(NEVER);
    poison(0, DAY);
    Instant last = Instant.ofEpochMilli(hosts.now()).plus(MINUTE);

    WorkerStatus after = admin.unpoison(0, last.plusNanos(999_999));

    assertEquals(last.plusMillis(1), after.bound());
    assertEquals(WorkerStatus.State.COOLING, after.state());
    hosts.pass(MINUTE);
    assertEquals(
        Reason.NO_FREE_WORKER,
        assertThrows(
                LeaseUnavailableException.class, () -> host(ONE_WORKER).protocol.acquire(NEVER))
            .reason());
    hosts.pass(Duration.ofMillis(1));
    HeldLease next = host(ONE_WORKER).protocol.acquire(NEVER);
    assertEquals(
        last.plusMillis(1).toEpochMilli(), next.lease().lastTick() + 1 + ONE_WORKER.epochMillis());
  }

  @Test
  void shouldNotSetBackABoundThatOnlyTimeMayPass() {
    HeldLease held = host(ONE_WORKER).protocol.acquire(NEVER);
    assertEquals(
        "only a poisoned worker's bound is set back: worker=0 state=LIVE",
        refusal(() -> admin.unpoison(0, EPOCH)));
    assertEquals(held.slot(), slot(0));
    poison(0, MINUTE);
    assertEquals(
        "only a poisoned worker's bound is set back: worker=0 state=COOLING",
        refusal(() -> admin.unpoison(0, EPOCH)));
    poison(0, DAY);
    Slot poisoned = slot(0);
    Instant bound = Instant.ofEpochMilli(poisoned.highWater());
    assertEquals(
        "the bound is no later than that already: worker=0 bound=" + bound,
        refusal(() -> admin.unpoison(0, bound.minusMillis(1))));
    assertThrows(IllegalArgumentException.class, () -> admin.unpoison(0, EPOCH.minusSeconds(1)));
    assertEquals(poisoned, slot(0));
  }

  // ---------------------------------------------------------------- quarantine

  @Test
  void shouldKeepAcquisitionsWaitingWhileRunningLeasesGoOn() {
    Hosts.Host running = host(FOUR_WORKERS);
    running.run(Duration.ofSeconds(5));

    assertEquals(Duration.ofSeconds(65), admin.quarantine());

    assertEquals(NamespaceStatus.State.QUARANTINED, admin.status().state());
    Hosts.Host waiting = host(FOUR_WORKERS);
    assertQuarantined(waiting);
    hosts.run(Duration.ofMillis(64_800), List.of(running));
    assertQuarantined(waiting);
    hosts.run(Duration.ofMillis(200), List.of(running));
    waiting.protocol.acquire(NEVER);
    assertEquals(NamespaceStatus.State.OK, admin.status().state());
    assertEquals(LeaseStatus.State.ACTIVE, running.state.status().state());
    assertEquals(1, running.state.status().workersTaken());
  }

  @Test
  void shouldBeginAQuarantineAnew() {
    Hosts.Host waiting = host(FOUR_WORKERS);
    waiting.protocol.acquire(NEVER);
    admin.quarantine();
    assertQuarantined(waiting);
    hosts.pass(Duration.ofSeconds(64));

    admin.quarantine();

    assertQuarantined(waiting);
    hosts.pass(Duration.ofSeconds(64));
    assertQuarantined(waiting);
    hosts.pass(Duration.ofSeconds(1));
    waiting.protocol.acquire(NEVER);
  }

  private static void assertQuarantined(Hosts.Host host) {
    LeaseUnavailableException refused =
        assertThrows(LeaseUnavailableException.class, () -> host.protocol.acquire(NEVER));
    assertEquals(Reason.QUARANTINE, refused.reason());
  }

  // ---------------------------------------------------------------- layout

  /** Case: old and new ids are of one column, so the new ones must not meet the old ones. */
  @Test
  void shouldContinueAboveTheOldIdsWithAnotherDivision() throws Exception {
    Hosts.Host old = host(FOUR_WORKERS);
    old.run(Duration.ofSeconds(5));
    admin.evict(old.state.status().worker().orElseThrow(), "test"); // its host is gone
    long last = FOUR_WORKERS.lastIdAt(Instant.ofEpochMilli(latestMark() - 1));
    SnowflakeLayout moved = new SnowflakeLayout(EPOCH, 4, 10);

    NamespaceStatus after = admin.changeLayout(moved, 0, 15);

    assertEquals(moved, after.layout());
    assertEquals(16, after.workers().size());
    assertEquals(NamespaceStatus.State.OK, after.state());
    Hosts.Host behind = hosts.new Host(store, Hosts.settings(moved), Duration.ofMillis(-2_000));
    behind.run(Duration.ofSeconds(1));
    assertTrue(behind.claim() > last);
    assertThrows(
        ConfigurationMismatchException.class, () -> host(FOUR_WORKERS).protocol.acquire(NEVER));
  }

  @Test
  void shouldTakeAnEarlierEpochAndMoreBitsBelowTheTimestamp() throws Exception {
    host(FOUR_WORKERS).protocol.acquire(NEVER);
    hosts.pass(MINUTE);

    admin.changeLayout(new SnowflakeLayout(EPOCH.minusSeconds(1), 2, 12), 0, 3);
    NamespaceStatus after = admin.changeLayout(new SnowflakeLayout(EPOCH, 3, 12), 2, 6);

    assertEquals(5, after.workers().size());
    assertEquals(2, after.firstWorker());
    Hosts.Host next =
        hosts
        .new Host(
            store,
            new LeaseSettings(
                Hosts.NAMESPACE,
                new SnowflakeLayout(EPOCH, 3, 12),
                2,
                6,
                MINUTE,
                Duration.ofSeconds(10),
                Duration.ofSeconds(2),
                false,
                "test"));
    assertTrue(next.protocol.acquire(NEVER).slot().worker() >= 2);
  }

  @Test
  void shouldRefuseALayoutWhoseIdsWouldNotAscend() {
    host(FOUR_WORKERS).protocol.acquire(NEVER);
    hosts.pass(MINUTE);
    String before = value();

    for (SnowflakeLayout falling :
        List.of(
            new SnowflakeLayout(EPOCH.plus(DAY), 2, 12),
            new SnowflakeLayout(EPOCH, 2, 11),
            new SnowflakeLayout(EPOCH, 1, 12))) {
      String refused = refusalOfLayout(admin, falling);
      assertTrue(refused.startsWith("ids would not ascend: the new layout ("), refused);
      assertEquals(before, value());
    }
    String unborn =
        refusalOfLayout(
            admin, new SnowflakeLayout(Instant.ofEpochMilli(hosts.now()).plus(DAY), 2, 12));
    assertTrue(unborn.startsWith("the new layout has no ids at "), unborn);
    assertThrows(IllegalArgumentException.class, () -> admin.changeLayout(FOUR_WORKERS, 0, 4));
  }

  @Test
  void shouldNotChangeTheLayoutAboveAPoisonedBound() {
    host(FOUR_WORKERS).protocol.acquire(NEVER);
    hosts.pass(MINUTE);
    poison(3, DAY);

    String refused = refusalOfLayout(admin, new SnowflakeLayout(EPOCH, 4, 10));

    assertTrue(refused.startsWith("ids would not ascend: "), refused);
  }

  @Test
  void shouldNotChangeTheLayoutUnderALiveHolder() {
    host(FOUR_WORKERS).protocol.acquire(NEVER);
    String before = value();

    assertEquals(
        "all processes must have stopped, but 1 workers have a live holder, such as test:"
            + " namespace=orders store=in-memory store",
        refusalOfLayout(admin, new SnowflakeLayout(EPOCH, 4, 12)));
    assertEquals(before, value());
  }

  /** Case: a process starts while the layout is being changed. */
  @Test
  void shouldLetNobodyAcquireOrEndTheChangeMeanwhile() throws Exception {
    Hosts.Host early = host(FOUR_WORKERS);
    early.protocol.acquire(NEVER);
    hosts.pass(MINUTE);
    int[] refused = new int[1];
    LeaseAdmin interrupted =
        admin(
            store,
            () -> {
              assertEquals(NamespaceStatus.State.CHANGING_LAYOUT, admin.status().state());
              LeaseUnavailableException e =
                  assertThrows(
                      LeaseUnavailableException.class, () -> early.protocol.acquire(NEVER));
              assertTrue(e.getMessage().startsWith("an operator is changing the layout"));
              refused[0]++;
            });

    interrupted.changeLayout(new SnowflakeLayout(EPOCH, 4, 12), 0, 15);

    assertEquals(65, refused[0]);
    assertEquals(16, admin.status().workers().size());
  }

  @Test
  void shouldGiveTheChangeUpWhenAnotherOperatorComesBetween() {
    host(FOUR_WORKERS).protocol.acquire(NEVER);
    hosts.pass(MINUTE);
    LeaseAdmin outdone = admin(store, () -> admin.quarantine());

    String refused = refusalOfLayout(outdone, new SnowflakeLayout(EPOCH, 4, 12));

    assertTrue(refused.startsWith("others have written the namespace record, too"), refused);
    assertEquals(NamespaceStatus.State.QUARANTINED, admin.status().state());
    assertEquals(FOUR_WORKERS, admin.status().layout());
  }

  @Test
  void shouldGiveTheChangeUpWhenTheStoresHistoryForks() {
    store.generation("1");
    host(FOUR_WORKERS).protocol.acquire(NEVER);
    hosts.pass(MINUTE);
    LeaseAdmin overtaken = admin(store, () -> store.generation("2"));

    String refused = refusalOfLayout(overtaken, new SnowflakeLayout(EPOCH, 4, 12));

    assertTrue(refused.startsWith("the store's generation went from 1 to 2 meanwhile"), refused);
    assertEquals(NamespaceStatus.State.QUARANTINED, admin.status().state());
    assertQuarantined(host(FOUR_WORKERS));
  }

  @Test
  void shouldLeaveTheNamespaceAsItWasWhenTheWaitIsInterrupted() {
    host(FOUR_WORKERS).protocol.acquire(NEVER);
    hosts.pass(MINUTE);
    String before = value();
    LeaseAdmin interrupted =
        new LeaseAdmin(
            store,
            Hosts.NAMESPACE,
            new LeaseAdmin.Clocks(
                hosts::now,
                () -> hosts.now() * 1_000_000,
                millis -> {
                  throw new InterruptedException();
                }));

    assertThrows(
        InterruptedException.class,
        () -> interrupted.changeLayout(new SnowflakeLayout(EPOCH, 4, 12), 0, 15));

    assertEquals(before, value());
    host(FOUR_WORKERS).protocol.acquire(NEVER);
  }

  /** Case: the operator's own process dies in the middle. */
  @Test
  void shouldLetAQuarantineGiveUpAChangeThatWasCutShort() {
    host(FOUR_WORKERS).protocol.acquire(NEVER);
    hosts.pass(MINUTE);
    LeaseAdmin dying =
        admin(
            store,
            () -> {
              store.down(true);
            });
    assertThrows(
        LeaseStoreException.class,
        () -> dying.changeLayout(new SnowflakeLayout(EPOCH, 4, 12), 0, 15));
    store.down(false);
    assertEquals(NamespaceStatus.State.CHANGING_LAYOUT, admin.status().state());
    Hosts.Host waiting = host(FOUR_WORKERS);
    assertQuarantined(waiting);

    admin.quarantine();

    assertQuarantined(waiting);
    hosts.pass(Duration.ofSeconds(65));
    waiting.protocol.acquire(NEVER);
  }

  private long latestMark() {
    return store.view(Hosts.NAMESPACE).slots().stream().mapToLong(Slot::highWater).max().orElse(0);
  }

  private String value() {
    return store.readRecord(Hosts.NAMESPACE, "namespace").orElseThrow().value();
  }

  private static String refusalOfLayout(LeaseAdmin admin, SnowflakeLayout layout) {
    return assertThrows(
            IllegalStateException.class,
            () -> admin.changeLayout(layout, 0, Math.min(3, layout.maxWorker())))
        .getMessage();
  }
}
