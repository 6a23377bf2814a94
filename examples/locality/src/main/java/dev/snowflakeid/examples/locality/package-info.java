/** How keys of several kinds fill the B-tree of a PostgreSQL primary key, measured and drawn. */
@NullMarked
package dev.snowflakeid.examples.locality;

import org.jspecify.annotations.NullMarked;
