/** Ids over HTTP: the library behind an endpoint, for programs in other languages. */
@NullMarked
package dev.snowflakeid.examples.idservice;

import org.jspecify.annotations.NullMarked;
