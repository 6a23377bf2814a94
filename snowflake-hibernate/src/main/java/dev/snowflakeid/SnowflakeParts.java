package dev.snowflakeid;

import java.time.Instant;

/**
 * What an id says.
 *
 * @param instant when it was made, to the millisecond, by the maker's clock
 * @param worker worker id of the maker
 * @param sequence place among the ids of that worker and millisecond
 */
public record SnowflakeParts(Instant instant, int worker, int sequence) {}
