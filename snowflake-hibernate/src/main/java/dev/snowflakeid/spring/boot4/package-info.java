/** What Spring Boot 4 has in packages of its own: wiring to Hibernate, health, readiness. */
@NullMarked
package dev.snowflakeid.spring.boot4;

import org.jspecify.annotations.NullMarked;
