/**
 * Jackson 2: attributes marked with {@link dev.snowflakeid.StringId} are strings in JSON. The same
 * for Jackson 3 is in {@code dev.snowflakeid.jackson3}.
 */
@NullMarked
package dev.snowflakeid.jackson2;

import org.jspecify.annotations.NullMarked;
