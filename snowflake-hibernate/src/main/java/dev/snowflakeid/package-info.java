/**
 * Unique, time-ordered 64-bit ids.
 *
 * <p>A {@link dev.snowflakeid.SnowflakeGenerator generator} needs a lease on a worker id; a lease
 * comes from a {@link dev.snowflakeid.lease.LeaseStore store}; Hibernate and Jackson use the
 * generator and its {@link dev.snowflakeid.SnowflakeLayout layout}.
 */
@NullMarked
package dev.snowflakeid;

import org.jspecify.annotations.NullMarked;
