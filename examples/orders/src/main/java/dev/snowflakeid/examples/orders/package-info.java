/** A small shop: what ids that tell the time are good for, and why they travel as strings. */
@NullMarked
package dev.snowflakeid.examples.orders;

import org.jspecify.annotations.NullMarked;
