/** Worker leases in ZooKeeper. */
@NullMarked
package dev.snowflakeid.lease.zookeeper;

import org.jspecify.annotations.NullMarked;
