package dev.snowflakeid;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a 64-bit id that JSON carries as a string.
 *
 * <p>JavaScript reads every JSON number as a double, which is exact only up to 2<sup>53</sup> − 1.
 * An id written as a number therefore arrives changed in a browser. With one of the {@code
 * SnowflakeModule}s registered, an attribute that carries this annotation is written as a decimal
 * string and read from a string or an integer; every other attribute keeps its type.
 *
 * <p>Use it on DTOs, records and creator parameters. Entities need only {@link SnowflakeId}, which
 * carries this annotation. It works as a meta-annotation on annotations of your own too.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({
  ElementType.FIELD,
  ElementType.METHOD,
  ElementType.PARAMETER,
  ElementType.RECORD_COMPONENT,
  ElementType.ANNOTATION_TYPE
})
public @interface StringId {}
