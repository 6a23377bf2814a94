package dev.snowflakeid.lease.etcd;

import dev.snowflakeid.lease.NamedRecord;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.PutOption;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Named records: the value is the key's, and so is the version, which etcd counts from 1. */
final class Records {

  private Records() {}

  static NamedRecord parse(KeyValue found) {
    return new NamedRecord(found.getVersion(), found.getValue().toString(StandardCharsets.UTF_8));
  }

  /** What must hold in etcd for a record to be as seen; with null, that there is none. */
  static List<Cmp> asSeen(ByteSequence key, @Nullable NamedRecord seen) {
    if (seen == null) {
      return List.of(new Cmp(key, Cmp.Op.EQUAL, CmpTarget.version(0)));
    }
    return List.of(
        new Cmp(key, Cmp.Op.EQUAL, CmpTarget.version(seen.version())),
        new Cmp(key, Cmp.Op.EQUAL, CmpTarget.value(Keys.bytes(seen.value()))));
  }

  static Op put(ByteSequence key, String value) {
    return Op.put(key, Keys.bytes(value), PutOption.DEFAULT);
  }

  static Op putIfAbsent(ByteSequence key, String value) {
    return Op.txn(asSeen(key, null).toArray(Cmp[]::new), new Op[] {put(key, value)}, new Op[0]);
  }
}
