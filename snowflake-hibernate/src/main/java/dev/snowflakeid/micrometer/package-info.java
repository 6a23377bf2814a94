/** Meters for Micrometer; see {@link dev.snowflakeid.micrometer.SnowflakeMetrics}. */
@NullMarked
package dev.snowflakeid.micrometer;

import org.jspecify.annotations.NullMarked;
