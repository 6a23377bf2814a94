/**
 * What a store of worker leases has to offer. The protocol lives in the core; a store only reads
 * and writes conditionally.
 */
@NullMarked
package dev.snowflakeid.lease;

import org.jspecify.annotations.NullMarked;
