/** From settings to a lease store and a generator: the one place for keys and their values. */
@NullMarked
package dev.snowflakeid.config;

import org.jspecify.annotations.NullMarked;
