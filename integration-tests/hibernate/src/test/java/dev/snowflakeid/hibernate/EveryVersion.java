package dev.snowflakeid.hibernate;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests of what may depend on Hibernate's version: they run with each version of the matrix, and
 * {@link VersionTable} shows them.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Tag("every-version")
@ExtendWith(Databases.class)
@interface EveryVersion {

  /** What is tested, as the table names it. */
  String value();
}
