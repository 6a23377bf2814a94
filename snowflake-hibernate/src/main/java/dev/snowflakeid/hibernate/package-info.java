/**
 * Ids for Hibernate: the generator behind {@link dev.snowflakeid.SnowflakeId}, and the lease that
 * begins and ends with a {@code SessionFactory}.
 */
@NullMarked
package dev.snowflakeid.hibernate;

import org.jspecify.annotations.NullMarked;
