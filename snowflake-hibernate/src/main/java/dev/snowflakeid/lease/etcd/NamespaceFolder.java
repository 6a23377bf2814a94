package dev.snowflakeid.lease.etcd;

import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import io.etcd.jetcd.KeyValue;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All keys of a namespace, sorted out. */
final class NamespaceFolder {

  private final TreeMap<Integer, KeyValue> slots = new TreeMap<>();
  private final Set<Integer> owned = new HashSet<>();
  private @Nullable NamedRecord record;

  NamespaceFolder(Keys keys, String namespace, List<KeyValue> folder) {
    for (KeyValue found : folder) {
      add(keys.below(namespace, found), found);
    }
  }

  LeaseView view() {
    List<Slot> parsed =
        slots.entrySet().stream()
            .map(e -> WorkerKeys.slot(e.getKey(), e.getValue(), owned.contains(e.getKey())))
            .toList();
    return new LeaseView(record, parsed, OptionalLong.empty(), null);
  }

  private void add(String name, KeyValue found) {
    if (name.equals(Keys.RECORDS + LeaseView.NAMESPACE_RECORD)) {
      record = Records.parse(found);
    } else if (name.startsWith(Keys.WORKERS) && name.endsWith(Keys.SLOT)) {
      slots.put(worker(name, Keys.SLOT), found);
    } else if (name.startsWith(Keys.WORKERS) && name.endsWith(Keys.OWNER)) {
      owned.add(worker(name, Keys.OWNER));
    }
  }

  private static int worker(String name, String ending) {
    return Integer.parseInt(name.substring(Keys.WORKERS.length(), name.length() - ending.length()));
  }
}
