package dev.snowflakeid.clock;

/** A clock that only measures elapsed time. It never goes back; its origin means nothing. */
@FunctionalInterface
public interface MonotonicClock {

  /** The JVM's {@link System#nanoTime()}. */
  MonotonicClock SYSTEM = System::nanoTime;

  /** Returns the reading in ns. */
  long nanos();
}
