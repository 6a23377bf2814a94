@NullMarked
package dev.snowflakeid.locality;

import org.jspecify.annotations.NullMarked;
