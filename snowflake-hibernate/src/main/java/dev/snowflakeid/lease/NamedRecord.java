package dev.snowflakeid.lease;

/**
 * A small text record with a version.
 *
 * @param version 1 at first, +1 with each write
 * @param value content, at most 2,000 characters of printable ASCII
 */
public record NamedRecord(long version, String value) {}
