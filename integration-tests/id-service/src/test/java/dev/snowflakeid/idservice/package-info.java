/** The ID service from outside: a process, started from its one file in an empty folder. */
@NullMarked
package dev.snowflakeid.idservice;

import org.jspecify.annotations.NullMarked;
