package dev.snowflakeid.lease.zookeeper;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * Finds the client's ZooKeeper handle and goes by the handle's own state. What Curator says of the
 * connection is what it makes of events, and those of a handle that it has replaced may come after
 * those of the next one: it then takes a good connection for suspended.
 */
final class Handles {

  private static final long POLL_MILLIS = 20;

  private final CuratorFramework client;
  private volatile @Nullable ZooKeeper last;

  Handles(CuratorFramework client) {
    this.client = client;
  }

  /**
   * Returns a connected handle.
   *
   * @param deadlineNanos monotonic reading up to which to wait for one
   * @throws TimeoutException if the client does not connect in time
   */
  ZooKeeper connected(long deadlineNanos) throws Exception {
    if (client.getState() != CuratorFrameworkState.STARTED) {
      throw new IllegalStateException(
          "the Curator client must be started: state=" + client.getState());
    }
    ZooKeeper known = last;
    if (known != null && isConnected(known)) {
      return known;
    }
    // in a thread: Curator may replace the handle in the call, which waits for the old one's end
    CompletableFuture<ZooKeeper> found =
        CompletableFuture.supplyAsync(
            () -> find(deadlineNanos), task -> inThread(task, "snowflake-zookeeper-connect"));
    try {
      ZooKeeper handle = found.get(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
      last = handle;
      return handle;
    } catch (TimeoutException e) {
      throw new TimeoutException("not connected within the time limit");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  private ZooKeeper find(long deadlineNanos) {
    try {
      ZooKeeper handle = client.getZookeeperClient().getZooKeeper();
      while (!isConnected(handle) && System.nanoTime() < deadlineNanos) {
        Thread.sleep(POLL_MILLIS); // a handle tells its state only when asked
        handle = client.getZookeeperClient().getZooKeeper();
      }
      if (isConnected(handle)) {
        return handle;
      }
      throw new TimeoutException("not connected within the time limit");
    } catch (Exception e) {
      throw new CompletionException(e);
    }
  }

  private static boolean isConnected(ZooKeeper handle) {
    return handle.getState().isConnected() && handle.getSessionId() != 0;
  }

  /** Starts a daemon, for what Curator may hold up for longer than the caller can wait. */
  static Thread inThread(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
