/** Worker leases in a relational database. */
@NullMarked
package dev.snowflakeid.lease.jdbc;

import org.jspecify.annotations.NullMarked;
