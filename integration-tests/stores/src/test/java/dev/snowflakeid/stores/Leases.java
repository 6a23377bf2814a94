package dev.snowflakeid.stores;

import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Ordinary writes on one namespace. */
record Leases(LeaseStore store, String namespace) {

  /** A store with a namespace of two workers. */
  static Leases on(LeaseStore store) {
    store.initialize("orders", "state=OK", 0, 1);
    return new Leases(store, "orders");
  }

  Slot slot(int worker) {
    return store.view(namespace).slots().get(worker);
  }

  SlotWrite write(Slot seen) {
    return write(seen, 60_000);
  }

  SlotWrite write(Slot seen, long ttlMillis) {
    long highWater = Math.max(seen.highWater(), now(store.view(namespace)) + 15_000);
    return new SlotWrite(namespace, seen, nonce(), "host-1", highWater, 20_000, ttlMillis);
  }

  Admission admission() {
    LeaseView view = store.view(namespace);
    return new Admission(
        now(view), 30_000, Objects.requireNonNull(view.namespaceRecord()), view.generation());
  }

  Slot take(int worker) {
    return store.acquire(write(slot(worker)), admission()).map(StoredSlot::slot).orElseThrow();
  }

  Optional<Slot> renew(Slot seen) {
    return store.renew(write(seen), null).map(StoredSlot::slot);
  }

  boolean release(Slot seen) {
    return store.release(namespace, seen, nonce(), seen.highWater() - 1);
  }

  /** The store's time, or this host's where the store has no clock. */
  private static long now(LeaseView view) {
    return view.storeTime().orElseGet(System::currentTimeMillis);
  }

  static String nonce() {
    return UUID.randomUUID().toString();
  }
}
