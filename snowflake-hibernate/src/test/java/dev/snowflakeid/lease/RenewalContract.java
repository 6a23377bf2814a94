package dev.snowflakeid.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Keeping a slot and giving it back. */
abstract class RenewalContract extends AcquisitionContract {

  @Test
  void shouldRenewALiveLease() {
    initialize();
    Slot taken = take(slot(0));
    SlotWrite write = write(taken, taken.highWater() + 1_000, CEILING);

    StoredSlot renewed = store.renew(write, null).orElseThrow();

    assertEquals(
        new Slot(0, write.highWater(), 1, 2, write.nonce(), true, null, 0, write.owner()),
        renewed.slot());
    assertTime(renewed.storeTime());
    assertTrue(renewed.ttlMillis() > 0);
    assertEquals(renewed.slot(), slot(0));
  }

  @Test
  void shouldNotRenewASlotThatIsNotAsSeen() {
    initialize();
    Slot real = take(slot(0));

    for (Slot wrong : misreadings(real)) {
      assertEquals(Optional.empty(), renew(write(wrong), null), () -> "seen as " + wrong);
      assertEquals(Optional.empty(), renew(write(wrong), admission()), () -> "seen as " + wrong);
      assertEquals(real, slot(0));
    }
  }

  @Test
  void shouldNotRenewALapsedLease() throws Exception {
    initialize();
    Slot lapsed = lapsed(slot(0));

    assertEquals(Optional.empty(), renew(write(lapsed), null));
    assertEquals(lapsed, slot(0));
  }

  @Test
  void shouldReviveALapsedLeaseUnderAnAdmission() throws Exception {
    initialize();
    Slot lapsed = lapsed(slot(0));

    Slot revived = renew(write(lapsed), admission()).orElseThrow();

    assertTrue(revived.live());
    assertEquals(lapsed.token(), revived.token());
    assertEquals(lapsed.version() + 1, revived.version());
    assertEquals(revived, slot(0));
  }

  @Test
  void shouldNotReviveOutsideTheAdmission() throws Exception {
    initialize();
    Slot lapsed = lapsed(slot(0));
    List<Admission> refusals = new ArrayList<>();
    otherRecords().forEach(wrong -> refusals.add(admission(wrong)));
    if (hasClock()) {
      refusals.add(admission(now() - 3_600_000, record(), generation()));
      refusals.add(admission(now() + 3_600_000, record(), generation()));
    }
    if (hasGeneration()) {
      refusals.add(admission(now(), record(), generation() + "x"));
    }

    for (Admission refusal : refusals) {
      assertEquals(Optional.empty(), renew(write(lapsed), refusal), refusal::toString);
      assertEquals(lapsed, slot(0));
    }
  }

  @Test
  void shouldRefuseTheOldHolderOnceTheSlotIsTaken() throws Exception {
    initialize();
    Slot old = lapsed(slot(0));
    Slot taken = take(old);

    assertEquals(Optional.empty(), renew(write(old), null));
    assertEquals(Optional.empty(), renew(write(old), admission()));
    assertFalse(store.release(namespace, old, nonce(), 1));
    assertEquals(taken, slot(0));
  }

  @Test
  void shouldRecordACleanClose() {
    initialize();
    Slot taken = take(slot(0));
    String nonce = nonce();

    assertTrue(store.release(namespace, taken, nonce, taken.highWater() - 7));

    Slot closed = slot(0);
    assertTrue(closed.cleanlyClosed());
    assertFalse(closed.live());
    assertEquals(nonce, closed.nonce());
    assertEquals(taken.highWater() - 7, closed.releasedAt());
    assertEquals(taken.highWater(), closed.highWater());
    assertEquals(taken.token(), closed.token());
    assertEquals(taken.version() + 1, closed.version());
    assertEquals(Optional.empty(), renew(write(closed), null));
  }

  @Test
  void shouldForgetTheCleanCloseWithTheNextAcquisition() {
    initialize();
    Slot taken = take(slot(0));
    assertTrue(store.release(namespace, taken, nonce(), taken.highWater() - 7));
    Slot closed = slot(0);

    Slot next = take(closed);

    assertFalse(next.cleanlyClosed());
    assertEquals(closed.closedNonce(), next.closedNonce());
    assertEquals(closed.token() + 1, next.token());
    assertEquals(closed.highWater(), Math.min(closed.highWater(), next.highWater()));
  }

  @Test
  void shouldNotReleaseASlotThatIsNotAsSeen() {
    initialize();
    Slot real = take(slot(0));

    for (Slot wrong : misreadings(real)) {
      assertFalse(store.release(namespace, wrong, nonce(), 1), () -> "seen as " + wrong);
      assertEquals(real, slot(0));
    }
  }

  @Test
  void shouldReadBackTheLastWrite() {
    initialize();
    Slot taken = take(slot(0));
    SlotWrite write = write(taken);
    assertTrue(renew(write, null).isPresent());

    StoredSlot back = store.read(namespace, 0).orElseThrow();

    assertEquals(write.nonce(), back.slot().nonce());
    assertNotEquals(taken.nonce(), back.slot().nonce());
    assertEquals(slot(0), back.slot());
    assertTime(back.storeTime());
  }
}
