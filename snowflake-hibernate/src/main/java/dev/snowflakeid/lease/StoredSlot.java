package dev.snowflakeid.lease;

import java.util.OptionalLong;

/**
 * A slot as the store has it, with what the store says beside it.
 *
 * @param slot the record
 * @param storeTime the store's clock in Unix ms when it read or wrote the record; empty if the
 *     store has no clock to offer
 * @param ttlMillis time to live that was granted, in ms; 0 where nothing was granted
 */
public record StoredSlot(Slot slot, OptionalLong storeTime, long ttlMillis) {}
