package dev.snowflakeid.stores;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what other processes do. */
final class Await {

  private static final Duration PATIENCE = Duration.ofSeconds(60); // for a machine under load

  private Await() {}

  static void until(String what, Callable<Boolean> reached) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!reached.call()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("within %s: %s".formatted(PATIENCE, what));
      }
      Thread.sleep(20); // real servers are asked, not subscribed to
    }
  }
}
