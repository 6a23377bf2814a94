package dev.snowflakeid.hibernate;

import java.math.BigInteger;
import org.hibernate.MappingException;

/** The types an id may have in Java. */
enum IdType {
  LONG {
    @Override
    Object convert(long id) {
      return id;
    }
  },
  STRING {
    @Override
    Object convert(long id) {
      return Long.toString(id);
    }
  },
  BIG_INTEGER {
    @Override
    Object convert(long id) {
      return BigInteger.valueOf(id);
    }
  };

  /**
   * @throws MappingException if the attribute cannot hold an id
   */
  static IdType of(GeneratedAttribute attribute) {
    Class<?> type = attribute.type();
    if (type == long.class || type == Long.class) {
      return LONG;
    }
    if (type == String.class) {
      return STRING;
    }
    if (type == BigInteger.class) {
      return BIG_INTEGER;
    }
    throw new MappingException(
        "an attribute with @SnowflakeId must be a long, Long, String or BigInteger: %s is %s"
            .formatted(attribute, "of type " + (type == null ? "unknown" : type.getName())));
  }

  abstract Object convert(long id);
}
