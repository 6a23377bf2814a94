package dev.snowflakeid.lease.zookeeper;

import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.internal.SlotText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.data.ACL;

/**
 * Creates the slots of a namespace and, in the same multi-operation as the last of them, its
 * record: up to 1,024 slots appear together with it, more of them before it.
 */
final class NamespaceCreation {

  private static final int SLOTS_PER_WRITE = 1_024; // some 250 kB of the usual 1 MB
  private static final int ATTEMPTS = 8; // each lost to another creator, who gets on

  private final String root;
  private final List<ACL> acl;
  private final Records records;

  NamespaceCreation(String root, List<ACL> acl, Records records) {
    this.root = root;
    this.acl = acl;
    this.records = records;
  }

  void run(Session session, String namespace, String value, int firstWorker, int lastWorker)
      throws Exception {
    Paths paths = new Paths(root, namespace);
    for (int i = 0; i < ATTEMPTS; i++) {
      if (records.read(session, namespace, LeaseView.NAMESPACE_RECORD).isPresent()) {
        return;
      }
      session.createFolders(paths.folders(), acl);
      List<Op> ops = missingSlots(session, paths, firstWorker, lastWorker);
      ops.add(records.create(paths.namespaceRecord(), value));
      if (create(session, ops)) {
        return;
      }
    }
    throw new LeaseStoreException(
        "namespace " + namespace + " was created by others, but its record did not appear", null);
  }

  void addSlots(Session session, String namespace, int firstWorker, int lastWorker)
      throws Exception {
    Paths paths = new Paths(root, namespace);
    for (int i = 0; i < ATTEMPTS; i++) {
      List<Op> ops = missingSlots(session, paths, firstWorker, lastWorker);
      if (ops.isEmpty() || create(session, ops)) {
        return;
      }
    }
    throw new LeaseStoreException("others add workers to namespace " + namespace + ", too", null);
  }

  private List<Op> missingSlots(Session session, Paths paths, int firstWorker, int lastWorker)
      throws Exception {
    Set<String> present = new HashSet<>(session.await(session.children(paths.slots())));
    return IntStream.rangeClosed(firstWorker, lastWorker)
        .filter(worker -> !present.contains(Paths.number(worker)))
        .mapToObj(worker -> vacant(paths, worker))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** False if something of it exists meanwhile. */
  private static boolean create(Session session, List<Op> ops) throws Exception {
    for (int from = 0; from < ops.size(); ) {
      int rest = ops.size() - from;
      int to = from + (rest <= SLOTS_PER_WRITE + 1 ? rest : SLOTS_PER_WRITE);
      if (session.tryMulti(ops.subList(from, to)).isEmpty()) {
        return false;
      }
      from = to;
    }
    return true;
  }

  private Op vacant(Paths paths, int worker) {
    byte[] content = Slots.bytes(SlotText.format(Slot.vacant(worker)));
    return Op.create(paths.slot(worker), content, acl, CreateMode.PERSISTENT);
  }
}
