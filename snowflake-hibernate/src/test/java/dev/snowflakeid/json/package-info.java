/** What both Jackson lines must do alike; each runs these contracts with its own mapper. */
@NullMarked
package dev.snowflakeid.json;

import org.jspecify.annotations.NullMarked;
