/**
 * Jackson 3: attributes marked with {@link dev.snowflakeid.StringId} are strings in JSON. The same
 * for Jackson 2 is in {@code dev.snowflakeid.jackson2}.
 */
@NullMarked
package dev.snowflakeid.jackson3;

import org.jspecify.annotations.NullMarked;
