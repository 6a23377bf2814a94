package dev.snowflakeid.clock;

/** A clock that tells the time of day. It may be wrong and it may step, in both directions. */
@FunctionalInterface
public interface WallClock {

  /** The operating system's clock. */
  WallClock SYSTEM = System::currentTimeMillis;

  /** Returns the time in Unix ms. */
  long millis();
}
