package dev.snowflakeid.lease;

/**
 * A conditional write of one slot: what it must still look like, and what to write.
 *
 * @param namespace namespace of the slot
 * @param seen the slot as last seen; token, version and nonce must be unchanged
 * @param nonce nonce of this write
 * @param owner owner to record, for humans
 * @param highWater new high-water mark in Unix ms, exclusive; never below {@code seen.highWater()}
 * @param ceilingMillis a store with a clock stores at most its time plus this many ms, but never
 *     less than the present high-water mark
 * @param ttlMillis time to live in ms
 */
public record SlotWrite(
    String namespace,
    Slot seen,
    String nonce,
    String owner,
    long highWater,
    long ceilingMillis,
    long ttlMillis) {}
