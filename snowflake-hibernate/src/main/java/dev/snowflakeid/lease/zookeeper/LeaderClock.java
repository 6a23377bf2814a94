package dev.snowflakeid.lease.zookeeper;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** Tells the time of the ensemble's leader, which writes it into everything that is written. */
final class LeaderClock {

  private static final long RECENT_NANOS = Duration.ofMinutes(1).toNanos(); // quartz drifts µs

  private final String path;
  private volatile @Nullable ServerTime last;

  LeaderClock(String path) {
    this.path = path;
  }

  String path() {
    return path;
  }

  /** A write whose answer has not come yet. */
  record Tick(CompletableFuture<Stat> reply, long sentNanos) {}

  /** Sends a write; what is read behind it in the same session is up to date. */
  Tick send(Session session) {
    long sent = System.nanoTime();
    return new Tick(session.write(path), sent);
  }

  /**
   * @throws KeeperException.NoNodeException naming {@link #path()} if nobody has created it yet
   */
  ServerTime await(Session session, Tick tick)
      throws KeeperException, InterruptedException, TimeoutException {
    return note(session.await(tick.reply()), tick.sentNanos());
  }

  /** The time by the last write of anything, if that was not long ago; else by a new one. */
  ServerTime recent(Session session)
      throws KeeperException, InterruptedException, TimeoutException {
    ServerTime known = last;
    return known != null && known.ageNanos(System.nanoTime()) < RECENT_NANOS
        ? known
        : await(session, send(session));
  }

  /** Learns from a write whose answer has just come. */
  ServerTime note(Stat written, long sentNanos) {
    ServerTime time = new ServerTime(written.getMtime(), sentNanos, System.nanoTime());
    last = time;
    return time;
  }
}
