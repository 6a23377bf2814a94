/** The two kinds of clock, kept apart by type, and clocks of other hosts. */
@NullMarked
package dev.snowflakeid.clock;

import org.jspecify.annotations.NullMarked;
