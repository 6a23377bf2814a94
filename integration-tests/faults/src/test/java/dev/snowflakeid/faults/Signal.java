package dev.snowflakeid.faults;

/** Signals to processes. */
enum Signal {
  STOP,
  CONT,
  QUIT,
  KILL;

  /** Sends the signal; that the process is no more is an error. */
  void to(long pid) {
    Commands.run("kill", "-" + name(), Long.toString(pid));
  }
}
