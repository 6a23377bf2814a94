/** What operators do, tried with real processes on real stores. */
@NullMarked
package dev.snowflakeid.operations;

import org.jspecify.annotations.NullMarked;
