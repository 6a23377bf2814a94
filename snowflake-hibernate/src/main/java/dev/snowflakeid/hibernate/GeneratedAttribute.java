package dev.snowflakeid.hibernate;

import jakarta.persistence.Id;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.SimpleValue;
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
    return member instanceof Method method ? method.getReturnType() : null;
  }

  /**
   * Whether this is the second appearance of an {@code @IdClass} part: Hibernate treats the
   * entity's attribute as one with a value generated on insert too, by another generator and after
   * the id was generated. A second value would leave the entity with an id that its row does not
   * have.
   */
  boolean copiesId() {
    return context.getPersistentClass() == null
        && member instanceof AnnotatedElement attribute
        && attribute.isAnnotationPresent(Id.class);
  }

  /** {@code context.getMemberDetails().toJavaMember()}, where Hibernate (7.3 and later) has it. */
  static @Nullable Member member(GeneratorCreationContext context) {
    try {
      Method getDetails = GeneratorCreationContext.class.getMethod("getMemberDetails");
      Object details = getDetails.invoke(context);
      Method toMember = getDetails.getReturnType().getMethod("toJavaMember");
      return toMember.invoke(details) instanceof Member member ? member : null;
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
