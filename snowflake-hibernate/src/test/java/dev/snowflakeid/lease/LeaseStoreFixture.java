package dev.snowflakeid.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A store, a fresh namespace for each test, and ordinary writes on it. */
abstract class LeaseStoreFixture {

  static final String VALUE = "state=OK layout=41/10/12";
  static final String OTHER_VALUE = "state=PENDING layout=41/10/12";
  static final int WORKERS = 4;
  static final long HORIZON = 15_000;
  static final long CEILING = 20_000; // above the horizon: an ordinary write is not clamped
  static final long MAX_OFFSET = 30_000; // a stall of the test's machine is no offset
  static final long TTL = 60_000;

  private final List<LeaseStore> opened = new ArrayList<>();
  LeaseStore store;
  String namespace;

  /** Opens a store on the backend that all stores of one test share. */
  protected abstract LeaseStore open() throws Exception;

  /** Whether the store has a clock of its own and so checks readings and clamps bounds. */
  protected boolean hasClock() {
    return true;
  }

  /** Whether the store compares its live generation inside its writes. */
  protected boolean hasGeneration() {
    return false;
  }

  /**
   * Takes a slot and lets the lease lapse without another write: its owner is no longer live.
   *
   * @return the slot as stored
   */
  protected Slot takeAndLetLapse(LeaseStore holder, SlotWrite write, Admission admission)
      throws Exception {
    SlotWrite lapsed =
        new SlotWrite(
            write.namespace(),
            write.seen(),
            write.nonce(),
            write.owner(),
            write.highWater(),
            write.ceilingMillis(),
            0);
    return holder.acquire(lapsed, admission).orElseThrow().slot();
  }

  @BeforeEach
  final void openStore() throws Exception {
    namespace = "ns-" + UUID.randomUUID();
    store = another();
  }

  @AfterEach
  final void closeStores() {
    opened.forEach(LeaseStore::close);
  }

  void initialize() {
    store.initialize(namespace, VALUE, 0, WORKERS - 1);
  }

  LeaseStore another() throws Exception {
    LeaseStore another = open();
    opened.add(another);
    return another;
  }

  List<LeaseStore> several() throws Exception {
    return List.of(store, another(), another(), another());
  }

  Slot take(Slot seen) {
    return store.acquire(write(seen), admission()).orElseThrow().slot();
  }

  Slot takeUpTo(long highWater, Slot seen) {
    return store.acquire(write(seen, highWater, CEILING), admission()).orElseThrow().slot();
  }

  Slot lapsed(Slot seen) throws Exception {
    Slot taken = takeAndLetLapse(store, write(seen), admission());
    Slot now = slot(seen.worker());
    assertFalse(now.live());
    assertEquals(taken.nonce(), now.nonce());
    return now;
  }

  Optional<Slot> renew(SlotWrite write, @Nullable Admission admission) {
    return store.renew(write, admission).map(StoredSlot::slot);
  }

  void assertTime(OptionalLong storeTime) {
    assertTrue(storeTime.isPresent() || !hasClock());
  }

  void assertRefused(Slot unchanged, SlotWrite write, Admission admission) {
    assertEquals(
        Optional.empty(), store.acquire(write, admission), () -> write + " under " + admission);
    assertEquals(unchanged, slot(unchanged.worker()));
  }

  SlotWrite write(Slot seen) {
    return write(seen, Math.max(seen.highWater(), now() + HORIZON), CEILING);
  }

  SlotWrite write(Slot seen, long highWater, long ceiling) {
    return new SlotWrite(namespace, seen, nonce(), "host-1/4711", highWater, ceiling, TTL);
  }

  Admission admission() {
    return admission(record());
  }

  Admission admission(NamedRecord record) {
    return admission(now(), record, generation());
  }

  Admission admission(long reading, NamedRecord record, @Nullable String generation) {
    return new Admission(reading, MAX_OFFSET, record, generation);
  }

  /** One field wrong at a time. */
  List<Slot> misreadings(Slot s) {
    return List.of(
        seen(s, s.token() - 1, s.version(), s.nonce()),
        seen(s, s.token() + 1, s.version(), s.nonce()),
        seen(s, s.token(), s.version() - 1, s.nonce()),
        seen(s, s.token(), s.version() + 1, s.nonce()),
        seen(s, s.token(), s.version(), nonce()),
        seen(s, s.token(), s.version(), Slot.VACANT));
  }

  static Slot seen(Slot s, long token, long version, String nonce) {
    return new Slot(
        s.worker(),
        s.highWater(),
        token,
        version,
        nonce,
        s.live(),
        s.closedNonce(),
        s.releasedAt(),
        s.owner());
  }

  static List<NamedRecord> otherRecords() {
    return List.of(
        new NamedRecord(0, VALUE), new NamedRecord(2, VALUE), new NamedRecord(1, OTHER_VALUE));
  }

  Slot slot(int worker) {
    return store.view(namespace).slots().stream()
        .filter(slot -> slot.worker() == worker)
        .findFirst()
        .orElseThrow();
  }

  NamedRecord record() {
    return present(store.view(namespace).namespaceRecord());
  }

  long now() {
    return store.view(namespace).storeTime().orElseGet(System::currentTimeMillis);
  }

  @Nullable String generation() {
    return store.view(namespace).generation();
  }

  static String nonce() {
    return UUID.randomUUID().toString();
  }

  static NamedRecord present(@Nullable NamedRecord record) {
    assertNotNull(record);
    return record;
  }

  /** Runs a task in so many threads that start together. */
  static <T> List<T> atOnce(int threads, Task<T> task) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<T>> futures =
          IntStream.range(0, threads)
              .mapToObj(
                  i ->
                      executor.submit(
                          () -> {
                            start.await();
                            return task.run(i);
                          }))
              .toList();
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get());
      }
      return results;
    } finally {
      executor.shutdownNow();
    }
  }

  /** A task of one of several threads. */
  @FunctionalInterface
  interface Task<T> {
    T run(int thread) throws Exception;
  }
}
