package dev.snowflakeid.hibernate;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Threads that look after a lease. */
final class Threads {

  private Threads() {}

  static List<String> ofLeases() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("snowflake-"))
        .toList();
  }

  /** Waits for threads that have been told to end, at most 10 s over all. */
  static void awaitNoneOfLeases() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("snowflake-")) {
        TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
      }
    }
  }
}
