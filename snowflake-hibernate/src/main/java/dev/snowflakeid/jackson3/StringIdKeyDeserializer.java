package dev.snowflakeid.jackson3;

import dev.snowflakeid.SnowflakeLayout;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.KeyDeserializer;

/** Reads the key of a map whose keys are ids, by the rule that holds for its values. */
final class StringIdKeyDeserializer extends KeyDeserializer {

  private final String attribute;
  private final Class<?> type;

  StringIdKeyDeserializer(String attribute, JavaType type) {
    this.attribute = attribute;
    this.type = type.getRawClass();
  }

  @Override
  public @Nullable Object deserializeKey(String key, DeserializationContext context) {
    try {
      long id = SnowflakeLayout.parseId(key);
      return type == BigInteger.class ? (Object) BigInteger.valueOf(id) : id;
    } catch (IllegalArgumentException e) {
      return context.handleWeirdKey(type, key, StringIdDeserializer.RULE, attribute);
    }
  }
}
