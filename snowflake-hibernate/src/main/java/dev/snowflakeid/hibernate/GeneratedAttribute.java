package dev.snowflakeid.hibernate;

import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.SimpleValue;
import org.hibernate.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * The attribute that a generator is made for, as far as Hibernate tells.
 *
 * <p>What it tells depends on the version and the mapping: for a part of an {@code @EmbeddedId} the
 * property is the part from 7.0 on and the whole component before; for an {@code @IdClass} property
 * and even entity may be missing; for a generic superclass the member is an {@code Object}, and
 * only the property knows the type.
 */
record GeneratedAttribute(GeneratorCreationContext context, @Nullable Member member) {

  /** Returns the Java type, or null if it cannot be found out. */
  @Nullable Class<?> type() {
    Property property = context.getProperty();
    if (property != null
        && property.getValue() instanceof SimpleValue value
        && !(value instanceof Component)) {
      return value.getType().getReturnedClass();
    }
    if (member instanceof Field field) {
      return field.getType();
    }
    return member instanceof Method method ? method.getReturnType() : typeInContext();
  }

  /** {@code GeneratorCreationContext.getType()}, which 6.6 does not have. */
  private @Nullable Class<?> typeInContext() {
    try {
      Object type = GeneratorCreationContext.class.getMethod("getType").invoke(context);
      return type instanceof Type known ? known.getReturnedClass() : null;
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /** Returns {@code Entity.attribute}. */
  @Override
  public String toString() {
    PersistentClass entity = context.getPersistentClass();
    Property property = context.getProperty();
    if (entity != null && property != null) {
      return entity.getEntityName() + "." + property.getName();
    }
    return member == null
        ? "an id attribute" + (entity == null ? "" : " of " + entity.getEntityName())
        : member.getDeclaringClass().getName() + "." + member.getName();
  }
}
