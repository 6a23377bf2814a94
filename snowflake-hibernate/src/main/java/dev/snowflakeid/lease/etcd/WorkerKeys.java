package dev.snowflakeid.lease.etcd;

import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.internal.SlotText;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Both keys of a worker as one read found them.
 *
 * @param slot the record
 * @param record the key that holds the record
 * @param owner the key that exists as long as the lease is alive; null if there is none
 */
record WorkerKeys(Slot slot, KeyValue record, @Nullable KeyValue owner) {

  /** Picks the keys of a worker out of its folder; empty if it has no record. */
  static Optional<WorkerKeys> of(int worker, List<KeyValue> folder) {
    KeyValue owner = ending(folder, Keys.OWNER);
    KeyValue record = ending(folder, Keys.SLOT);
    if (record == null) {
      return Optional.empty();
    }
    return Optional.of(new WorkerKeys(slot(worker, record, owner != null), record, owner));
  }

  /** Reads a record; it was put once at version 0, and once more for each version since. */
  static Slot slot(int worker, KeyValue record, boolean live) {
    String text = record.getValue().toString(StandardCharsets.UTF_8);
    return SlotText.parse(worker, text, record.getVersion() - 1, live);
  }

  /**
   * What must hold in etcd for both keys to be as they were read. Revisions alone would not do:
   * after the restore of a snapshot they are used again.
   */
  List<Cmp> unchanged(Keys keys, String namespace) {
    var ownerKey = keys.owner(namespace, slot.worker());
    Cmp sameRecord =
        new Cmp(record.getKey(), Cmp.Op.EQUAL, CmpTarget.modRevision(record.getModRevision()));
    Cmp sameText = new Cmp(record.getKey(), Cmp.Op.EQUAL, CmpTarget.value(record.getValue()));
    if (owner == null) {
      return List.of(sameRecord, sameText, new Cmp(ownerKey, Cmp.Op.EQUAL, CmpTarget.version(0)));
    }
    return List.of(
        sameRecord,
        sameText,
        new Cmp(ownerKey, Cmp.Op.EQUAL, CmpTarget.createRevision(owner.getCreateRevision())),
        new Cmp(ownerKey, Cmp.Op.EQUAL, CmpTarget.value(Keys.bytes(slot.nonce()))));
  }

  private static @Nullable KeyValue ending(List<KeyValue> folder, String name) {
    for (KeyValue found : folder) {
      if (found.getKey().toString(StandardCharsets.UTF_8).endsWith(name)) {
        return found;
      }
    }
    return null;
  }
}
