package dev.snowflakeid.lease;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What every {@link LeaseStore} must do. A store's test extends this class, opens the store and
 * says what the store has not.
 */
public abstract class LeaseStoreContract extends ResetContract {

  @Test
  void shouldViewAnAbsentNamespaceAsEmpty() {
    LeaseView view = store.view(namespace);

    assertNull(view.namespaceRecord());
    assertEquals(List.of(), view.slots());
    assertTime(view.storeTime());
    assertTrue(view.generation() != null || !hasGeneration());
  }

  @Test
  void shouldCreateOneVacantSlotForEachWorkerOfTheRange() {
    store.initialize(namespace, VALUE, 3, 5);

    LeaseView view = store.view(namespace);
    assertEquals(new NamedRecord(1, VALUE), view.namespaceRecord());
    assertEquals(List.of(Slot.vacant(3), Slot.vacant(4), Slot.vacant(5)), view.slots());
  }

  @Test
  void shouldLeaveANamespaceAloneThatExists() {
    initialize();
    Slot taken = take(slot(1));

    store.initialize(namespace, OTHER_VALUE, 0, WORKERS + 5);

    assertEquals(new NamedRecord(1, VALUE), store.view(namespace).namespaceRecord());
    assertEquals(WORKERS, store.view(namespace).slots().size());
    assertEquals(taken, slot(1));
  }

  @Test
  void shouldLetOneOfManyCreateTheNamespace() throws Exception {
    List<LeaseStore> stores = several();

    atOnce(
        16,
        i -> {
          stores.get(i % stores.size()).initialize(namespace, "by=" + i, 0, 63);
          LeaseView seen = stores.get(i % stores.size()).view(namespace);
          assertEquals(64, seen.slots().size());
          return present(seen.namespaceRecord());
        });

    NamedRecord record = present(store.view(namespace).namespaceRecord());
    assertEquals(1, record.version());
    assertTrue(record.value().startsWith("by="), record.value());
  }

  @Test
  void shouldKeepNamespacesApart() {
    initialize();
    String other = namespace + "-other";
    store.initialize(other, OTHER_VALUE, 0, 0);
    Slot untouched = store.view(other).slots().get(0);

    take(slot(0));
    store.compareAndSet(namespace, "blocks", null, "next=1", null);

    assertEquals(List.of(untouched), store.view(other).slots());
    assertEquals(new NamedRecord(1, OTHER_VALUE), store.view(other).namespaceRecord());
    assertEquals(Optional.empty(), store.readRecord(other, "blocks"));
  }

  @Test
  void shouldWriteANamedRecordOnlyAsSeen() {
    initialize();
    assertEquals(Optional.empty(), store.readRecord(namespace, "blocks"));

    NamedRecord first =
        store.compareAndSet(namespace, "blocks", null, "next=1", null).orElseThrow();
    NamedRecord second =
        store.compareAndSet(namespace, "blocks", first, "next=2", generation()).orElseThrow();

    assertEquals(new NamedRecord(1, "next=1"), first);
    assertEquals(new NamedRecord(2, "next=2"), second);
    List<NamedRecord> misread =
        List.of(first, new NamedRecord(2, "next=1"), new NamedRecord(3, "next=2"));
    for (NamedRecord wrong : misread) {
      assertEquals(
          Optional.empty(), store.compareAndSet(namespace, "blocks", wrong, "next=9", null));
    }
    assertEquals(Optional.empty(), store.compareAndSet(namespace, "blocks", null, "x", null));
    assertEquals(Optional.empty(), store.compareAndSet(namespace, "absent", second, "x", null));
    assertEquals(Optional.of(second), store.readRecord(namespace, "blocks"));
    assertEquals(Optional.empty(), store.readRecord(namespace, "absent"));
  }

  @Test
  void shouldNotWriteANamedRecordUnderAnotherGeneration() {
    assumeTrue(hasGeneration(), "the store has no live generation");
    initialize();
    String wrong = generation() + "x";
    NamedRecord seen = record();

    assertAll(
        () ->
            assertEquals(
                Optional.empty(), store.compareAndSet(namespace, "blocks", null, "x", wrong)),
        () ->
            assertEquals(
                Optional.empty(),
                store.compareAndSet(
                    namespace, LeaseView.NAMESPACE_RECORD, seen, OTHER_VALUE, wrong)));
    assertEquals(seen, record());
    assertEquals(Optional.empty(), store.readRecord(namespace, "blocks"));
  }

  @Test
  void shouldKeepALongRecordDigitForDigit() {
    initialize();
    String value = "v".repeat(1_999) + "~";

    store.compareAndSet(namespace, "long", null, value, null);

    assertEquals(Optional.of(new NamedRecord(1, value)), store.readRecord(namespace, "long"));
  }

  @Test
  void shouldLetOneOfManyCreateANamedRecord() throws Exception {
    initialize();
    List<LeaseStore> stores = several();

    List<Optional<NamedRecord>> results =
        atOnce(
            16,
            i ->
                stores
                    .get(i % stores.size())
                    .compareAndSet(namespace, "blocks", null, "by=" + i, null));

    List<NamedRecord> won = results.stream().flatMap(Optional::stream).toList();
    assertEquals(1, won.size());
    assertEquals(won.get(0), store.readRecord(namespace, "blocks").orElseThrow());
  }

  @Test
  void shouldLetOneOfFiftyAcquirersWinASlot() throws Exception {
    initialize();
    List<LeaseStore> stores = several();
    Slot seen = slot(0);
    Admission admission = new Admission(now(), 3_600_000, record(), generation());

    List<Optional<StoredSlot>> results =
        atOnce(50, i -> stores.get(i % stores.size()).acquire(write(seen), admission));

    List<Slot> won = results.stream().flatMap(Optional::stream).map(StoredSlot::slot).toList();
    assertEquals(1, won.size());
    assertEquals(won.get(0), slot(0));
    assertEquals(1, won.get(0).token());
  }

  /** A lost race of the first creation must not show as an error. */
  @Test
  void shouldGiveFiftyFirstAcquirersDistinctWorkers() throws Exception {
    List<LeaseStore> stores = several();

    List<Integer> workers =
        atOnce(
            50,
            i -> {
              LeaseStore mine = stores.get(i % stores.size());
              mine.initialize(namespace, VALUE, 0, 99);
              return acquireAny(mine, new Random(i));
            });

    assertEquals(50, workers.stream().distinct().count());
    assertEquals(100, store.view(namespace).slots().size());
  }

  @Test
  void shouldGiveTwoHundredAcquirersDistinctWorkers() throws Exception {
    List<LeaseStore> stores = several();
    store.initialize(namespace, VALUE, 0, 1_023);

    List<Integer> workers =
        atOnce(200, i -> acquireAny(stores.get(i % stores.size()), new Random(i)));

    assertEquals(200, workers.stream().distinct().count());
    assertEquals(200, store.view(namespace).slots().stream().filter(Slot::live).count());
  }

  private int acquireAny(LeaseStore mine, Random random) {
    LeaseView view = mine.view(namespace);
    NamedRecord record = present(view.namespaceRecord());
    long reading = view.storeTime().orElseGet(System::currentTimeMillis);
    Admission admission = new Admission(reading, 3_600_000, record, view.generation());
    List<Slot> candidates = new ArrayList<>(view.slots());
    Collections.shuffle(candidates, random);
    for (Slot candidate : candidates) {
      if (!candidate.live()) {
        Optional<StoredSlot> won =
            mine.acquire(write(candidate, reading + HORIZON, CEILING), admission);
        if (won.isPresent()) {
          return won.get().slot().worker();
        }
      }
    }
    throw new AssertionError("no slot was free");
  }
}
