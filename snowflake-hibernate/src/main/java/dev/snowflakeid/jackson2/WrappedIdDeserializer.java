package dev.snowflakeid.jackson2;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.util.Objects;

/**
 * Reads a type whose {@code @JsonValue} is an id: reads the id strictly and hands it to the type's
 * own deserializer as a number.
 */
final class WrappedIdDeserializer extends DelegatingDeserializer {

  private static final long serialVersionUID = 1L;

  private final String attribute;

  WrappedIdDeserializer(String attribute, JsonDeserializer<?> type) {
    super(type);
    this.attribute = attribute;
  }

  @Override
  protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> type) {
    return new WrappedIdDeserializer(attribute, type);
  }

  @Override
  public Object deserialize(JsonParser parser, DeserializationContext context) throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      return super.deserialize(parser, context); // a creator with named properties
    }
    JavaType longType = context.constructType(long.class);
    Object id =
        new StringIdDeserializer(
                attribute, longType, context.findNonContextualValueDeserializer(longType))
            .deserialize(parser, context);
    TokenBuffer number = context.bufferForInputBuffering(parser);
    number.writeNumber((long) Objects.requireNonNull(id));
    return super.deserialize(number.asParserOnFirstToken(), context);
  }

  @Override
  public Object deserializeWithType(
      JsonParser parser, DeserializationContext context, TypeDeserializer types)
      throws IOException {
    return deserialize(parser, context);
  }
}
