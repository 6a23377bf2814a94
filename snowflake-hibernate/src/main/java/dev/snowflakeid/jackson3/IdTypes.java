package dev.snowflakeid.jackson3;

import java.math.BigInteger;
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

  /** Returns what is left of the type when arrays, collections, maps and optionals are unpacked. */
  static JavaType leaf(JavaType type) {
    JavaType leaf = type;
    while (leaf.isContainerType() || leaf.isReferenceType()) {
      leaf = leaf.getContentType();
    }
    return leaf;
  }

  static boolean isText(JavaType type) {
    return type.hasRawClass(String.class);
  }

  /** Tells whether a value of the type can be a {@code Long} or {@code BigInteger}. */
  static boolean isId(JavaType type) {
    return type.hasRawClass(long.class)
        || type.hasRawClass(BigInteger.class)
        || type.getRawClass().isAssignableFrom(Long.class);
  }

  static String unsupported(String attribute, JavaType type) {
    return ("@StringId needs a long, Long, BigInteger, String, Number or Object, a type with a"
            + " @JsonValue of these, or an array, collection, Optional or map of them: %s=%s")
        .formatted(attribute, type.toCanonical());
  }

  static String name(AnnotatedMember member) {
    return member.getDeclaringClass().getSimpleName() + "." + member.getName();
  }
}
