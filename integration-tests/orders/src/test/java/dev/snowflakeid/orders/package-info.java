/** The shop as its users have it: over HTTP and in a browser. */
@NullMarked
package dev.snowflakeid.orders;

import org.jspecify.annotations.NullMarked;
