/** Ids without Hibernate. */
@NullMarked
package dev.snowflakeid.examples.jdbc;

import org.jspecify.annotations.NullMarked;
