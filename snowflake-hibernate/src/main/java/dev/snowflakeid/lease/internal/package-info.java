/** What the stores share. No part of the API: it may change in any version. */
@NullMarked
package dev.snowflakeid.lease.internal;

import org.jspecify.annotations.NullMarked;
