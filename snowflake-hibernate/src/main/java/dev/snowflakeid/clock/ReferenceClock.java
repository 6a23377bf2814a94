package dev.snowflakeid.clock;

import java.io.IOException;

/** A clock elsewhere, which confirms this host's; asked by the renewal thread, never for an id. */
@FunctionalInterface
public interface ReferenceClock {

  /**
   * Asks for the time. Takes a second or two at most, the time to look up names aside.
   *
   * @throws IOException if there is no answer that can be trusted, saying why
   */
  ClockSample read() throws IOException;
}
