package dev.snowflakeid.lease;

import org.jspecify.annotations.Nullable;

/**
 * What must hold, inside the write, for a slot to be taken or revived.
 *
 * @param reading the caller's clock in Unix ms: the very reading from which the bounds come
 * @param maxOffsetMillis a store with a clock refuses a reading that differs from its time by more
 * @param namespaceRecord the namespace record as seen; it must be unchanged
 * @param generation the store's generation as seen, compared with the live one inside the write;
 *     null where the store has none
 */
public record Admission(
    long reading, long maxOffsetMillis, NamedRecord namespaceRecord, @Nullable String generation) {}
