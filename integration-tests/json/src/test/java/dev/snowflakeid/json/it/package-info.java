/** Ids in JSON: each shape, each library, each version. */
@NullMarked
package dev.snowflakeid.json.it;

import org.jspecify.annotations.NullMarked;
