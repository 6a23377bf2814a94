/** Ids from Hibernate, the lease behind them, JSON, and index sizes on PostgreSQL. */
@NullMarked
package dev.snowflakeid.examples.quickstart;

import org.jspecify.annotations.NullMarked;
