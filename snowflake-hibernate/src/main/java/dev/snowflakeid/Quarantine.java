package dev.snowflakeid;

import dev.snowflakeid.LeaseUnavailableException.Reason;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps acquisitions waiting after the store may have lost acknowledged writes.
 *
 * <p>When the live generation differs from the one in the namespace record, the record is set to
 * <em>pending</em>. Whoever has then watched one pending record and one live generation for {@code
 * max-horizon + 2 · max-offset + 1 s} of its own elapsed time knows that every lease of the lost
 * history is over, and ends the quarantine by a write that checks both. Any change restarts the
 * watch. Elapsed time, because the store's clock is part of what a failover changes.
 */
final class Quarantine {

  private record Watch(long version, String generation, long sinceNanos) {}

  private final LeaseStore store;
  private final String namespace;
  private @Nullable Watch watch;

  Quarantine(LeaseStore store, String namespace) {
    this.store = store;
    this.namespace = namespace;
  }

  /**
   * Lets an acquisition pass, or not.
   *
   * @return false if the record was just changed, by us or by others, and the view is outdated
   * @throws LeaseUnavailableException while the quarantine lasts
   */
  boolean admits(LeaseView view, NamedRecord seen, NamespaceRecord record, long nowNanos) {
    String live = generation(view);
    if (record.changing()) {
      throw new LeaseUnavailableException(
          Reason.QUARANTINE,
          "an operator is changing the layout, so no worker is handed out: namespace=%s store=%s"
              .formatted(namespace, store.describe()),
          null);
    }
    if (record.pending() == null && live.equals(record.generation())) {
      watch = null;
      return true;
    }
    if (!live.equals(record.pending())) {
      write(view, seen, record.withGeneration(record.generation(), live));
      return false;
    }
    Watch running = watch;
    if (running == null || running.version != seen.version() || !running.generation.equals(live)) {
      running = new Watch(seen.version(), live, nowNanos);
      watch = running;
    }
    long left = record.quarantineMillis() - (nowNanos - running.sinceNanos) / 1_000_000;
    if (left > 0) {
      throw new LeaseUnavailableException(
          Reason.QUARANTINE,
          ("%s may have lost acknowledged writes (its generation went from %s to %s), so no worker"
                  + " is handed out for another %s s; running leases go on: namespace=%s")
              .formatted(
                  store.describe(), record.generation(), live, (left + 999) / 1000, namespace),
          null);
    }
    write(view, seen, record.withGeneration(live, null));
    return false;
  }

  static String generation(LeaseView view) {
    return Objects.requireNonNullElse(view.generation(), NamespaceRecord.NO_GENERATION);
  }

  // A lost race needs no answer: the caller looks again, and the watch is bound to the version.
  private void write(LeaseView view, NamedRecord seen, NamespaceRecord next) {
    store.compareAndSet(
        namespace, LeaseView.NAMESPACE_RECORD, seen, next.format(), view.generation());
  }
}
