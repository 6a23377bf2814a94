package dev.snowflakeid.jackson3;

import java.util.Objects;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.util.TokenBuffer;

/**
 * Reads a type whose {@code @JsonValue} is an id: reads the id strictly and hands it to the type's
 * own deserializer as a number.
 */
final class WrappedIdDeserializer extends DelegatingDeserializer {

  private final String attribute;

  WrappedIdDeserializer(String attribute, ValueDeserializer<?> type) {
    super(type);
    this.attribute = attribute;
  }

  @Override
  protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> type) {
    return new WrappedIdDeserializer(attribute, type);
  }

  @Override
  public Object deserialize(JsonParser parser, DeserializationContext context) {
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
    return super.deserialize(number.asParserOnFirstToken(context), context);
  }

  @Override
  public Object deserializeWithType(
      JsonParser parser, DeserializationContext context, TypeDeserializer types) {
    return deserialize(parser, context);
  }
}
