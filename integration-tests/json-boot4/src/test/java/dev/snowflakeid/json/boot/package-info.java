/** A running application on either line of Spring Boot. */
@NullMarked
package dev.snowflakeid.json.boot;

import org.jspecify.annotations.NullMarked;
