package dev.snowflakeid.faults;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Lets time pass while other processes do something; nothing is asserted about how much. */
final class Pause {

  private Pause() {}

  static void briefly() {
    of(Duration.ofMillis(20));
  }

  static void of(Duration duration) {
    long end = System.nanoTime() + duration.toNanos();
    for (long left = duration.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
