/** Gson: attributes marked with {@link dev.snowflakeid.StringId} are strings in JSON. */
@NullMarked
package dev.snowflakeid.gson;

import org.jspecify.annotations.NullMarked;
