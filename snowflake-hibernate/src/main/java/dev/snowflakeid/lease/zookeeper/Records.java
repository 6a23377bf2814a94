package dev.snowflakeid.lease.zookeeper;

import dev.snowflakeid.lease.NamedRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/** Named records: the value is the content, the version one more than the data version. */
final class Records {

  private final String root;
  private final List<ACL> acl;
  private final LeaderClock clock;

  Records(String root, List<ACL> acl, LeaderClock clock) {
    this.root = root;
    this.acl = acl;
    this.clock = clock;
  }

  static @Nullable NamedRecord of(Optional<Session.Node> node) {
    return node.map(n -> new NamedRecord(n.stat().getVersion() + 1L, n.text())).orElse(null);
  }

  Op create(String path, String value) {
    return Op.create(path, bytes(value), acl, CreateMode.PERSISTENT);
  }

  /** Requires a record to have the version that was seen. */
  static Op check(String path, NamedRecord seen) {
    return Op.check(path, dataVersion(seen));
  }

  Optional<NamedRecord> read(Session session, String namespace, String name) throws Exception {
    LeaderClock.Tick tick = clock.send(session);
    CompletableFuture<Optional<Session.Node>> record =
        session.read(new Paths(root, namespace).namedRecord(name));
    clock.await(session, tick);
    return Optional.ofNullable(of(session.await(record)));
  }

  Optional<NamedRecord> compareAndSet(
      Session session, String namespace, String name, @Nullable NamedRecord seen, String value)
      throws Exception {
    Paths paths = new Paths(root, namespace);
    Optional<NamedRecord> present = read(session, namespace, name);
    if (!present.equals(Optional.ofNullable(seen))) {
      return Optional.empty();
    }
    if (seen == null) {
      session.createFolders(paths.folders(), acl);
    }
    String path = paths.namedRecord(name);
    Op write =
        seen == null ? create(path, value) : Op.setData(path, bytes(value), dataVersion(seen));
    long version = seen == null ? 1 : seen.version() + 1;
    return session.tryMulti(List.of(write)).map(done -> new NamedRecord(version, value));
  }

  private static int dataVersion(NamedRecord seen) {
    return Math.toIntExact(seen.version() - 1);
  }

  private static byte[] bytes(String value) {
    return value.getBytes(StandardCharsets.UTF_8);
  }
}
