package dev.snowflakeid;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One look at a namespace; see {@link LeaseAdmin}.
 *
 * @param namespace name of the namespace
 * @param store which store it is in, for humans; no password
 * @param storeId identity of the store, made once
 * @param state whether workers are handed out
 * @param layout how ids are divided
 * @param firstWorker lowest worker id of the range
 * @param lastWorker highest worker id of the range
 * @param maxTtl longest time to live that any holder has asked for
 * @param maxClockOffset largest clock offset that any holder has allowed itself
 * @param quarantine how long a quarantine takes
 * @param recordedGeneration generation of the store in which the leases are known to be complete;
 *     empty if the store has none
 * @param liveGeneration generation of the store now; empty if it has none
 * @param hostTime this host's clock, half way between question and answer
 * @param roundTrip from question to answer
 * @param storeTime the store's clock; null if it has none
 * @param workers the worker ids of the range, ascending
 */
public record NamespaceStatus(
    String namespace,
    String store,
    String storeId,
    State state,
    SnowflakeLayout layout,
    int firstWorker,
    int lastWorker,
    Duration maxTtl,
    Duration maxClockOffset,
    Duration quarantine,
    String recordedGeneration,
    String liveGeneration,
    Instant hostTime,
    Duration roundTrip,
    @Nullable Instant storeTime,
    List<WorkerStatus> workers) {

  /** Whether workers are handed out. */
  public enum State {
    /** They are. */
    OK,
    /** The store may have lost writes: they are, once the quarantine is over. */
    QUARANTINED,
    /** They are not, until {@link LeaseAdmin#changeLayout} or a quarantine has ended it. */
    CHANGING_LAYOUT
  }

  public NamespaceStatus {
    workers = List.copyOf(workers);
  }

  /** Returns this host's clock minus the store's, to half a round trip; null if it has none. */
  public @Nullable Duration clockOffset() {
    return storeTime == null ? null : Duration.between(storeTime, hostTime);
  }

  /** Returns how many workers are in the given state. */
  public long count(WorkerStatus.State state) {
    return workers.stream().filter(worker -> worker.state() == state).count();
  }
}
