package dev.snowflakeid.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Taking a slot: every condition, broken one at a time, and the high-water mark. */
abstract class AcquisitionContract extends LeaseStoreFixture {

  @Test
  void shouldReturnAnAcquisitionAsStored() {
    initialize();
    Slot seen = slot(2);
    SlotWrite write = write(seen);

    StoredSlot stored = store.acquire(write, admission()).orElseThrow();

    Slot expected =
        new Slot(2, write.highWater(), 1, 1, write.nonce(), true, null, 0, write.owner());
    assertEquals(expected, stored.slot());
    assertTime(stored.storeTime());
    assertTrue(stored.ttlMillis() > 0);
    assertEquals(expected, slot(2));
    assertEquals(expected, store.read(namespace, 2).orElseThrow().slot());
    assertEquals(Slot.vacant(1), slot(1));
  }

  @Test
  void shouldCountTokenAndVersionOnEachAcquisition() throws Exception {
    initialize();
    Slot first = lapsed(slot(0));

    Slot second = take(first);

    assertEquals(2, second.token());
    assertEquals(2, second.version());
    assertTrue(second.live());
  }

  @Test
  void shouldNotAcquireASlotWithALiveOwner() {
    initialize();
    take(slot(0));

    assertRefused(slot(0), write(slot(0)), admission());
  }

  @Test
  void shouldNotAcquireASlotThatIsNotAsSeen() throws Exception {
    initialize();
    Slot real = lapsed(slot(0));

    for (Slot wrong : misreadings(real)) {
      assertRefused(real, write(wrong), admission());
    }
    assertTrue(store.acquire(write(real), admission()).isPresent());
  }

  @Test
  void shouldNotAcquireAWorkerThatHasNoSlot() {
    initialize();

    assertEquals(Optional.empty(), store.acquire(write(Slot.vacant(WORKERS + 1)), admission()));
    assertEquals(Optional.empty(), store.read(namespace, WORKERS + 1));
  }

  @Test
  void shouldNotAcquireUnderAnotherNamespaceRecord() {
    initialize();
    Slot vacant = slot(0);

    for (NamedRecord wrong : otherRecords()) {
      assertRefused(vacant, write(vacant), admission(wrong));
    }
    assertTrue(store.acquire(write(vacant), admission()).isPresent());
  }

  @Test
  void shouldNotAcquireOnceTheNamespaceRecordHasChanged() {
    initialize();
    Slot vacant = slot(0);
    Admission old = admission();

    NamedRecord changed =
        store
            .compareAndSet(
                namespace,
                LeaseView.NAMESPACE_RECORD,
                old.namespaceRecord(),
                OTHER_VALUE,
                old.generation())
            .orElseThrow();

    assertRefused(vacant, write(vacant), old);
    assertEquals(changed, store.view(namespace).namespaceRecord());
    assertTrue(store.acquire(write(vacant), admission()).isPresent());
  }

  @Test
  void shouldNotAcquireForAReadingAwayFromTheStoresClock() {
    assumeTrue(hasClock(), "the store has no clock");
    initialize();
    Slot vacant = slot(0);

    // far enough beyond the offset that the time until the write does not matter
    for (long away : List.of(-600_000L, -MAX_OFFSET - 1, MAX_OFFSET + 600_000, 3_600_000L)) {
      assertRefused(vacant, write(vacant), admission(now() + away, record(), generation()));
    }
  }

  @Test
  void shouldAcquireForAReadingWithinTheOffset() {
    assumeTrue(hasClock(), "the store has no clock");
    initialize();
    long wide = 3_600_000;

    for (int worker = 0; worker < 2; worker++) {
      long reading = now() + (worker == 0 ? -wide / 2 : wide / 2);
      Admission admission = new Admission(reading, wide, record(), generation());
      assertTrue(store.acquire(write(slot(worker)), admission).isPresent());
    }
  }

  @Test
  void shouldNotAcquireUnderAnotherGeneration() {
    assumeTrue(hasGeneration(), "the store has no live generation");
    initialize();
    Slot vacant = slot(0);

    assertRefused(vacant, write(vacant), admission(now(), record(), generation() + "x"));
    assertTrue(store.acquire(write(vacant), admission(now(), record(), null)).isPresent());
  }

  @Test
  void shouldClampTheHighWaterMarkToTheStoresClock() {
    assumeTrue(hasClock(), "the store has no clock");
    initialize();
    long before = now();

    Slot taken = takeUpTo(before + 3_600_000, slot(0));
    assertBetween(before + CEILING, taken.highWater(), now() + CEILING);

    Slot renewed = renew(write(taken, before + 7_200_000, CEILING), null).orElseThrow();
    assertBetween(taken.highWater(), renewed.highWater(), now() + CEILING);
    assertEquals(renewed, slot(0));
  }

  @Test
  void shouldNeverLowerTheHighWaterMark() throws Exception {
    initialize();
    Slot first = lapsed(slot(0));
    long mark = first.highWater();
    assertTrue(mark > 0);

    Slot second = store.acquire(write(first, mark - 5_000, 0), admission()).orElseThrow().slot();
    assertEquals(mark, second.highWater());
    Slot third = renew(write(second, mark - 5_000, 0), null).orElseThrow();
    assertEquals(mark, third.highWater());
    Slot fourth = renew(write(third, mark - 5_000, 0), admission()).orElseThrow();
    assertEquals(mark, fourth.highWater());
    assertTrue(store.release(namespace, fourth, nonce(), mark - 10_000));
    assertEquals(mark, slot(0).highWater());
  }

  @Test
  void shouldNotLowerAMarkThatIsAboveTheCeiling() {
    assumeTrue(hasClock(), "the store has no clock");
    initialize();
    Slot taken = takeUpTo(now() + HORIZON, slot(0));

    Slot renewed = renew(write(taken, now() + 3_600_000, 0), null).orElseThrow();

    assertEquals(taken.highWater(), renewed.highWater());
  }

  private static void assertBetween(long least, long actual, long most) {
    assertTrue(least <= actual && actual <= most, () -> least + " <= " + actual + " <= " + most);
  }
}
