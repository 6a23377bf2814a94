package dev.snowflakeid;

import dev.snowflakeid.hibernate.SnowflakeIdGenerator;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.ValueGenerationType;

/**
 * Lets Hibernate assign a unique, time-ordered 64-bit id when the entity is inserted.
 *
 * <pre>{@code
 * @Entity
 * class Order {
 *   @Id @SnowflakeId Long id;
 * }
 * }</pre>
 *
 * <p>The attribute is a {@code long}, {@code Long}, {@code String} or {@code BigInteger}. Nothing
 * else is needed: the worker id is leased from the entity's own database unless {@code
 * hibernate.snowflake.lease.store} names another store. On an attribute that is not the id, the
 * value is generated on insert and kept on update.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@IdGeneratorType(SnowflakeIdGenerator.class)
@ValueGenerationType(generatedBy = SnowflakeIdGenerator.class)
@StringId
public @interface SnowflakeId {

  /**
   * The namespace in which the id is unique; empty for the one that the settings name ({@code
   * hibernate.snowflake.namespace}, by default {@code default}). Each namespace has a lease of its
   * own.
   */
  String namespace() default "";

  /**
   * Whether an id that the application has set before {@code persist} is kept.
   *
   * <p>Off by default: Hibernate then refuses an id that was set by hand. Switched on, {@code
   * persist} inserts with the given id, {@code merge} of a new entity costs one select, and so does
   * each reference to a detached parent.
   */
  boolean assigned() default false;
}
