package dev.snowflakeid;

/** A rule of the protocol that is left out, to see that the simulation notices. */
enum Mutant {
  /** The protocol as it is. */
  NONE,
  /** The lease covers the time to live alone: no bound is recorded, none is respected. */
  TTL_ONLY,
  /** The next holder starts at its own clock, not at the bound that it found. */
  NO_FLOOR,
  /** The holder may use the bound itself. */
  INCLUSIVE_BOUND,
  /** A write without an answer counts as done. */
  TIMEOUT_COUNTS_AS_CONFIRMED,
  /** The bound that was asked for counts, not the one that the store has. */
  ASKED_BOUND,
  /** A renewal checks first and writes later. */
  SPLIT_RENEWAL,
  /** Writes are told apart by token and version alone. */
  TOKEN_WITHOUT_NONCE,
  /** A renewal that was sent before a pause clears what the pause made suspect. */
  STALE_REVALIDATION,
  /** The clock is compared before the write, not in it. */
  GUARD_OUTSIDE_THE_WRITE,
  /** The generation is compared before the write, not in it. */
  GENERATION_BEFORE_THE_WRITE,
  /** There is no quarantine. */
  NO_QUARANTINE,
  /** The quarantine is timed on the store's clock. */
  QUARANTINE_ON_THE_STORES_CLOCK,
  /** A closing holder records its last timestamp and goes on. */
  NO_SEAL_AT_CLOSE,
  /** What a clean close recorded still counts after the next acquisition. */
  RELEASED_AT_SURVIVES,
  /** A lease that has expired is renewed whatever has happened meanwhile. */
  REVIVAL_WITHOUT_CONDITIONS,
  /** A renewal is refused while the clocks of host and store differ. */
  RENEWAL_REFUSED_FOR_OFFSET
}
