package dev.snowflakeid.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an operator does to a slot: only as seen, and never below the store's clock. */
abstract class ResetContract extends RenewalContract {

  private static final long HOUR = 3_600_000;

  @Test
  void shouldReturnAResetAsStored() throws Exception {
    initialize();
    Slot lapsed = lapsed(slot(0));
    SlotReset reset = reset(lapsed.highWater(), false);

    StoredSlot stored = store.reset(namespace, lapsed, reset).orElseThrow();

    Slot expected =
        new Slot(
            0,
            lapsed.highWater(),
            lapsed.token() + 1,
            lapsed.version() + 1,
            reset.nonce(),
            false,
            lapsed.closedNonce(),
            lapsed.releasedAt(),
            lapsed.owner());
    assertEquals(expected, stored.slot());
    assertEquals(expected, slot(0));
    assertEquals(expected, store.read(namespace, 0).orElseThrow().slot());
    assertTime(stored.storeTime());
  }

  @Test
  void shouldNotResetASlotThatIsNotAsSeen() throws Exception {
    initialize();
    Slot lapsed = lapsed(slot(0));
    Slot live = take(slot(1));

    for (Slot real : List.of(lapsed, live)) {
      for (Slot wrong : misreadings(real)) {
        assertEquals(
            Optional.empty(),
            store.reset(namespace, wrong, reset(real.highWater(), true)),
            () -> "seen as " + wrong);
        assertEquals(real, slot(real.worker()));
      }
    }
  }

  @Test
  void shouldNotTakeASlotFromALiveOwnerUnasked() {
    initialize();
    Slot live = take(slot(0));

    assertEquals(Optional.empty(), store.reset(namespace, live, reset(live.highWater(), false)));
    assertEquals(live, slot(0));
  }

  @Test
  void shouldTakeASlotFromALiveOwnerWhenAsked() {
    initialize();
    Slot live = take(slot(0));

    Slot evicted = store.reset(namespace, live, reset(live.highWater(), true)).orElseThrow().slot();

    assertFalse(evicted.live());
    assertEquals(live.highWater(), evicted.highWater());
    assertEquals(evicted, slot(0));
    assertEquals(Optional.empty(), renew(write(live), null));
    assertEquals(Optional.empty(), renew(write(live), admission()));
    assertFalse(store.release(namespace, live, nonce(), 1));
    assertEquals(evicted, slot(0));
    assertTrue(store.acquire(write(evicted), admission()).isPresent());
  }

  @Test
  void shouldForgetTheCleanCloseWithAReset() {
    initialize();
    Slot taken = take(slot(0));
    assertTrue(store.release(namespace, taken, nonce(), taken.highWater() - 7));
    Slot closed = slot(0);

    Slot after =
        store.reset(namespace, closed, reset(closed.highWater(), false)).orElseThrow().slot();

    assertFalse(after.cleanlyClosed());
    assertEquals(closed.closedNonce(), after.closedNonce());
    assertEquals(closed.highWater(), after.highWater());
  }

  @Test
  void shouldSetAMarkBackThatIsFarAhead() throws Exception {
    initialize();
    Slot ahead = reset(lapsed(slot(0)), now() + HOUR);

    Slot after = reset(ahead, ahead.highWater() - HOUR / 2);

    assertEquals(ahead.highWater() - HOUR / 2, after.highWater());
    assertEquals(after, slot(0));
  }

  @Test
  void shouldNotSetAMarkBackBelowTheStoresClock() throws Exception {
    assumeTrue(hasClock(), "the store has no clock");
    initialize();
    Slot ahead = reset(lapsed(slot(0)), now() + HOUR);
    long before = now();

    Slot after = reset(ahead, 1);

    assertTrue(before <= after.highWater(), () -> before + " <= " + after.highWater());
    assertTrue(after.highWater() < ahead.highWater(), after::toString);
    assertEquals(after, slot(0));
  }

  @Test
  void shouldNotSetBackAMarkThatIsNotAhead() throws Exception {
    assumeTrue(hasClock(), "the store has no clock");
    initialize();
    Slot past =
        store.acquire(write(slot(0), now() - HOUR, CEILING), admission()).orElseThrow().slot();
    assertTrue(store.release(namespace, past, nonce(), past.highWater()));
    Slot closed = slot(0);

    Slot after = reset(closed, 1);

    assertEquals(closed.highWater(), after.highWater());
    assertEquals(after, slot(0));
  }

  @Test
  void shouldNotResetAWorkerThatHasNoSlot() {
    initialize();
    Slot none = Slot.vacant(WORKERS + 1);

    assertEquals(Optional.empty(), store.reset(namespace, none, reset(0, true)));
    assertEquals(Optional.empty(), store.read(namespace, WORKERS + 1));
  }

  @Test
  void shouldAddOnlySlotsThatAreMissing() {
    initialize();
    Slot taken = take(slot(1));

    store.addSlots(namespace, 0, WORKERS + 2);
    store.addSlots(namespace, 0, WORKERS + 2);

    List<Slot> slots = store.view(namespace).slots();
    assertEquals(WORKERS + 3, slots.size());
    assertEquals(taken, slots.get(1));
    assertEquals(Slot.vacant(WORKERS + 2), slots.get(WORKERS + 2));
    assertEquals(new NamedRecord(1, VALUE), store.view(namespace).namespaceRecord());
    assertTrue(store.acquire(write(slot(WORKERS + 2)), admission()).isPresent());
  }

  private Slot reset(Slot seen, long highWater) {
    return store.reset(namespace, seen, reset(highWater, false)).orElseThrow().slot();
  }

  private static SlotReset reset(long highWater, boolean evenIfLive) {
    return new SlotReset(nonce(), highWater, evenIfLive);
  }
}
