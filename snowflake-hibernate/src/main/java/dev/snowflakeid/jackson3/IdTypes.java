package dev.snowflakeid.jackson3;

import java.math.BigInteger;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.introspect.AnnotatedMember;

/** Which types hold an id. */
final class IdTypes {

  private IdTypes() {}

  /**
   * Tells whether Jackson's own (de)serializer for the type leaves the elements to another one. The
   * ones for primitive arrays do not.
   */
  static boolean isContainer(JavaType type) {
    return (type.isContainerType() || type.isReferenceType())
        && !type.getContentType().isPrimitive();
  }

  /** Returns what is left of the type when everything that holds elements is unpacked. */
  static JavaType leaf(JavaType type) {
    JavaType leaf = type;
    while (leaf.isContainerType() || leaf.isReferenceType() || isIteration(leaf)) {
      leaf = element(leaf);
    }
    return leaf;
  }

  /** Tells whether the type has elements to iterate over and is no container to Jackson. */
  static boolean isIteration(JavaType type) {
    return type.isIterationType() || type.hasRawClass(Iterable.class);
  }

  static JavaType element(JavaType type) {
    return type.hasRawClass(Iterable.class)
        ? type.containedTypeOrUnknown(0)
        : type.getContentType();
  }

  static boolean isText(JavaType type) {
    return type.hasRawClass(String.class);
  }

  /** Tells whether a value of the type can be an id. */
  static boolean isId(JavaType type) {
    return type.hasRawClass(long.class)
        || type.hasRawClass(BigInteger.class)
        || type.hasRawClass(AtomicLong.class)
        || type.hasRawClass(OptionalLong.class)
        || type.getRawClass().isAssignableFrom(Long.class);
  }

  /** Tells whether the keys of a map of the type are ids. */
  static boolean hasIdKeys(JavaType type) {
    JavaType key = type.getKeyType();
    return key != null && (key.hasRawClass(Long.class) || key.hasRawClass(BigInteger.class));
  }

  static String unsupported(String attribute, JavaType type) {
    return ("@StringId needs a long, Long, BigInteger, AtomicLong, OptionalLong, String, Number or"
            + " Object, a type with a @JsonValue of these, or an array, Iterable, Optional or map of"
            + " them; an Iterator or Stream of them is written and never read: %s=%s")
        .formatted(attribute, type.toCanonical());
  }

  static String name(AnnotatedMember member) {
    return member.getDeclaringClass().getSimpleName() + "." + member.getName();
  }
}
