package dev.snowflakeid.lease;

import org.jspecify.annotations.Nullable;

/**
 * The record of one worker id in one namespace.
 *
 * @param worker worker id
 * @param highWater exclusive upper bound, in Unix ms, of all timestamps that any holder may have
 *     used; it never decreases
 * @param token fencing token: +1 with each acquisition
 * @param version +1 with each write
 * @param nonce 128 random bits, new with each write; {@link #VACANT} before the first one
 * @param live whether the slot had an unexpired owner when the store read it
 * @param closedNonce nonce of the last clean close; null before the first one
 * @param releasedAt first timestamp in Unix ms that was not used at the last clean close; holds
 *     only while {@code nonce} equals {@code closedNonce}
 * @param owner who holds or held it, for humans
 */
public record Slot(
    int worker,
    long highWater,
    long token,
    long version,
    String nonce,
    boolean live,
    @Nullable String closedNonce,
    long releasedAt,
    String owner) {

  /** The nonce of a slot that was never held. */
  public static final String VACANT = "-";

  /** A slot that was never held. */
  public static Slot vacant(int worker) {
    return new Slot(worker, 0, 0, 0, VACANT, false, null, 0, "");
  }

  /** Whether the last holder closed cleanly and nobody has written since. */
  public boolean cleanlyClosed() {
    return nonce.equals(closedNonce);
  }

  /** Whether a write that is conditional on {@code seen} may go ahead. */
  public boolean unchangedSince(Slot seen) {
    return token == seen.token && version == seen.version && nonce.equals(seen.nonce);
  }

  /** This slot after a write that acquires or renews it; the high-water mark never decreases. */
  public Slot granted(SlotWrite write, long newToken, long newHighWater) {
    return new Slot(
        worker,
        Math.max(highWater, newHighWater),
        newToken,
        version + 1,
        write.nonce(),
        true,
        closedNonce,
        releasedAt,
        write.owner());
  }

  /** This slot after a clean close. */
  public Slot closed(String closingNonce, long firstUnused) {
    return new Slot(
        worker,
        highWater,
        token,
        version + 1,
        closingNonce,
        false,
        closingNonce,
        firstUnused,
        owner);
  }

  /**
   * This slot after an operator has taken it from its holder.
   *
   * @param now the store's clock in Unix ms; {@link Long#MIN_VALUE} if it has none
   */
  public Slot reset(SlotReset reset, long now) {
    return new Slot(
        worker,
        Math.max(reset.highWater(), Math.min(highWater, now)),
        token + 1,
        version + 1,
        reset.nonce(),
        false,
        closedNonce,
        releasedAt,
        owner);
  }

  /** This slot with what the store says about its owner now. */
  public Slot withLive(boolean nowLive) {
    return new Slot(
        worker, highWater, token, version, nonce, nowLive, closedNonce, releasedAt, owner);
  }
}
