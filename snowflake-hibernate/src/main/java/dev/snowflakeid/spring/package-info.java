/**
 * Spring Boot: adding the library is all there is to do. {@link
 * dev.snowflakeid.spring.SnowflakeAutoConfiguration} reads {@code snowflake-id.*}, leases from the
 * application's {@code DataSource} unless told otherwise, and hands the generators to Hibernate.
 * What the lines 3.5 and 4 of Boot have in different packages is in {@code boot3} and {@code
 * boot4}.
 */
@NullMarked
package dev.snowflakeid.spring;

import org.jspecify.annotations.NullMarked;
