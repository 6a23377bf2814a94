/** The two kinds of clock, kept apart by type. */
@NullMarked
package dev.snowflakeid.clock;

import org.jspecify.annotations.NullMarked;
