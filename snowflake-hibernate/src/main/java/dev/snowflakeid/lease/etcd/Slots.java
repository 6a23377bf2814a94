package dev.snowflakeid.lease.etcd;

import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotReset;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import dev.snowflakeid.lease.etcd.Calls.Granted;
import dev.snowflakeid.lease.internal.SlotText;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.PutOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The writes of a slot: read both keys, then one transaction that they are still as read. */
final class Slots {

  private static final long NO_CLOCK = Long.MIN_VALUE;

  private final Calls calls;
  private final Keys keys;

  Slots(Calls calls, Keys keys) {
    this.calls = calls;
    this.keys = keys;
  }

  Optional<WorkerKeys> find(String namespace, int worker) {
    return WorkerKeys.of(worker, calls.folder(keys.worker(namespace, worker)));
  }

  Optional<StoredSlot> acquire(SlotWrite write, Admission admission) {
    return asSeen(write.namespace(), write.seen())
        .filter(found -> found.owner() == null)
        .flatMap(found -> acquire(write, admission, found));
  }

  Optional<StoredSlot> renew(SlotWrite write, @Nullable Admission admission) {
    return asSeen(write.namespace(), write.seen()).flatMap(found -> renew(write, admission, found));
  }

  boolean release(String namespace, Slot seen, String nonce, long releasedAt) {
    return asSeen(namespace, seen)
        .filter(found -> end(namespace, found, found.slot().closed(nonce, releasedAt)))
        .isPresent();
  }

  Optional<StoredSlot> reset(String namespace, Slot seen, SlotReset reset) {
    return asSeen(namespace, seen)
        .filter(found -> found.owner() == null || reset.evenIfLive())
        .flatMap(
            found -> {
              Slot next = found.slot().reset(reset, NO_CLOCK);
              return end(namespace, found, next) ? Optional.of(stored(next, 0)) : Optional.empty();
            });
  }

  static StoredSlot stored(Slot slot, long ttlMillis) {
    return new StoredSlot(slot, OptionalLong.empty(), ttlMillis);
  }

  private Optional<WorkerKeys> asSeen(String namespace, Slot seen) {
    return find(namespace, seen.worker()).filter(found -> found.slot().unchangedSince(seen));
  }

  private Optional<StoredSlot> acquire(SlotWrite write, Admission admission, WorkerKeys found) {
    Granted granted = calls.grant(write.ttlMillis());
    Optional<StoredSlot> stored = Optional.empty();
    try {
      stored = write(write, admission, found, found.slot().token() + 1, granted);
    } finally {
      if (stored.isEmpty()) {
        revoke(granted.id()); // no late acquisition outlives it
      }
    }
    return stored;
  }

  private Optional<StoredSlot> renew(
      SlotWrite write, @Nullable Admission admission, WorkerKeys found) {
    KeyValue owner = found.owner();
    Optional<Granted> kept =
        Optional.ofNullable(owner).flatMap(key -> calls.keepAlive(key.getLease()));
    if (kept.isEmpty() && admission == null) {
      return Optional.empty();
    }
    long token = found.slot().token();
    // not "other than": a server that grants more than it was asked for would grant each time
    if (kept.isPresent() && kept.get().ttlMillis() >= write.ttlMillis()) {
      return write(write, admission, found, token, kept.get());
    }
    // a renewal whose answer is lost may have happened, so its lease is not revoked
    Granted granted = calls.grant(write.ttlMillis());
    Optional<StoredSlot> stored = write(write, admission, found, token, granted);
    if (stored.isEmpty()) {
      revoke(granted.id());
    } else if (owner != null) {
      revoke(owner.getLease());
    }
    return stored;
  }

  private Optional<StoredSlot> write(
      SlotWrite write,
      @Nullable Admission admission,
      WorkerKeys found,
      long token,
      Granted granted) {
    String namespace = write.namespace();
    int worker = found.slot().worker();
    List<Cmp> conditions = new ArrayList<>(found.unchanged(keys, namespace));
    if (admission != null) {
      var record = keys.record(namespace, LeaseView.NAMESPACE_RECORD);
      conditions.addAll(Records.asSeen(record, admission.namespaceRecord()));
    }
    Slot next = found.slot().granted(write, token, write.highWater());
    PutOption bound = PutOption.builder().withLeaseId(granted.id()).build();
    List<Op> writes =
        List.of(
            Records.put(keys.slot(namespace, worker), SlotText.format(next)),
            Op.put(keys.owner(namespace, worker), Keys.bytes(next.nonce()), bound));
    return calls.commit(conditions, writes)
        ? Optional.of(stored(next, granted.ttlMillis()))
        : Optional.empty();
  }

  /** Writes a slot that has no owner any more. */
  private boolean end(String namespace, WorkerKeys found, Slot next) {
    int worker = found.slot().worker();
    List<Op> writes =
        List.of(
            Records.put(keys.slot(namespace, worker), SlotText.format(next)),
            Op.delete(keys.owner(namespace, worker), DeleteOption.DEFAULT));
    boolean written = calls.commit(found.unchanged(keys, namespace), writes);
    KeyValue owner = found.owner();
    if (written && owner != null) {
      // waited for, since the client may be closed next
      calls.revoke(owner.getLease()).completeOnTimeout(false, 500, TimeUnit.MILLISECONDS).join();
    }
    return written;
  }

  private void revoke(long lease) {
    CompletableFuture<Boolean> unused = calls.revoke(lease);
  }
}
