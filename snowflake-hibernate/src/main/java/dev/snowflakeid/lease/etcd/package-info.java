/** Worker leases in etcd. */
@NullMarked
package dev.snowflakeid.lease.etcd;

import org.jspecify.annotations.NullMarked;
