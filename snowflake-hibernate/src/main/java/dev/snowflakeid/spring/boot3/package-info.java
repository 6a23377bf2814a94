/** What Spring Boot 3 has in packages of its own: wiring to Hibernate, health, readiness. */
@NullMarked
package dev.snowflakeid.spring.boot3;

import org.jspecify.annotations.NullMarked;
