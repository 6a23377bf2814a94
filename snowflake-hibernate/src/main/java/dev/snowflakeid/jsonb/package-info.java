/** JSON-B: an adapter for attributes marked with {@link dev.snowflakeid.StringId}. */
@NullMarked
package dev.snowflakeid.jsonb;

import org.jspecify.annotations.NullMarked;
