/** Servers that tests start, use and end. */
@NullMarked
package dev.snowflakeid.support;

import org.jspecify.annotations.NullMarked;
