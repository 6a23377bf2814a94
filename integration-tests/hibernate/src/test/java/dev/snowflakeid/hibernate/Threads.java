package dev.snowflakeid.hibernate;

import java.util.List;

/** Threads that look after a lease. */
final class Threads {

  private Threads() {}

  static List<String> ofLeases() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("snowflake-"))
        .toList();
  }

  /** Waits for threads that have been told to end. */
  static void awaitNoneOfLeases() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("snowflake-")) {
        thread.join(10_000);
      }
    }
  }
}
