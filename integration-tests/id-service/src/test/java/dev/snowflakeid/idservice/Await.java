package dev.snowflakeid.idservice;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what happens in another process. */
final class Await {

  private Await() {}

  static void until(Duration atMost, BooleanSupplier condition, Supplier<String> what) {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("not within " + atMost + ": " + what.get());
      }
      try {
        Thread.sleep(20); // there is nothing to be woken by
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
