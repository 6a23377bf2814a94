/** A command for whoever operates the leases. */
@NullMarked
package dev.snowflakeid.examples.admin;

import org.jspecify.annotations.NullMarked;
