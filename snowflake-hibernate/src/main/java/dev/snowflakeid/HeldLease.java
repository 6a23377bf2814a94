package dev.snowflakeid;

import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.StoredSlot;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A lease as its keeper sees it: the slot as the store last acknowledged it, and the writes whose
 * outcome is not known. Written by the renewal thread; others read only what was acknowledged.
 */
final class HeldLease {

  private final Lease lease;
  private final Map<String, Long> pending = new HashMap<>();
  private volatile Slot slot;
  private volatile long deadlineNanos;
  private long ttlMillis;

  HeldLease(Lease lease, StoredSlot stored, long deadlineNanos) {
    this.lease = lease;
    this.slot = stored.slot();
    this.ttlMillis = stored.ttlMillis();
    this.deadlineNanos = deadlineNanos;
  }

  Lease lease() {
    return lease;
  }

  /** The slot as last acknowledged. */
  Slot slot() {
    return slot;
  }

  /** The acknowledged bound: the one the store has, never the one that was asked for. */
  long highWater() {
    return slot.highWater();
  }

  /** Time to live as granted, in ms. */
  long ttlMillis() {
    return ttlMillis;
  }

  /** Monotonic reading up to which the store surely keeps the lease. */
  long deadlineNanos() {
    return deadlineNanos;
  }

  /** Notes a write that is about to be sent. */
  void sending(String nonce, long deadline) {
    pending.put(nonce, deadline);
  }

  boolean hasPending() {
    return !pending.isEmpty();
  }

  /** Returns the deadline of the attempt with this nonce, or null if it is none of ours. */
  @Nullable Long pendingDeadline(String nonce) {
    return pending.get(nonce);
  }

  /** Takes over what was read back: our last acknowledged write, or a pending one. */
  void readBack(StoredSlot stored, long deadline) {
    if (stored.slot().nonce().equals(slot.nonce())) {
      slot = stored.slot(); // pending attempts may still be applied
    } else {
      acknowledged(stored, deadline);
    }
  }

  /**
   * Takes over what the store has; older attempts can no longer be applied, their version is gone.
   */
  void acknowledged(StoredSlot stored, long deadline) {
    slot = stored.slot();
    deadlineNanos = deadline;
    if (stored.ttlMillis() > 0) {
      ttlMillis = stored.ttlMillis();
    }
    pending.clear();
  }
}
