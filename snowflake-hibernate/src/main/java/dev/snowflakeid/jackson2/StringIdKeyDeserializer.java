package dev.snowflakeid.jackson2;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.KeyDeserializer;
import dev.snowflakeid.SnowflakeLayout;
import java.io.IOException;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Reads the key of a map whose keys are ids, by the rule that holds for its values. */
final class StringIdKeyDeserializer extends KeyDeserializer {

  private final String attribute;
  private final Class<?> type;

  StringIdKeyDeserializer(String attribute, JavaType type) {
    this.attribute = attribute;
    this.type = type.getRawClass();
  }

  @Override
  public @Nullable Object deserializeKey(String key, DeserializationContext context)
      throws IOException {
    try {
      long id = SnowflakeLayout.parseId(key);
      return type == BigInteger.class ? (Object) BigInteger.valueOf(id) : id;
    } catch (IllegalArgumentException e) {
      return context.handleWeirdKey(type, key, StringIdDeserializer.RULE, attribute);
    }
  }
}
