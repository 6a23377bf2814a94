package dev.snowflakeid.lease;

/**
 * What an operator makes of a slot, for {@link LeaseStore#reset}.
 *
 * @param nonce nonce of this write
 * @param highWater high-water mark to set, in Unix ms, exclusive. A store with a clock sets a mark
 *     that is ahead of its clock back to its time at the least, however low this is; no store sets
 *     one back that is not ahead of its clock
 * @param evenIfLive whether the slot is taken from a live owner, too
 */
public record SlotReset(String nonce, long highWater, boolean evenIfLive) {}
