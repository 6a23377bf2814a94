package dev.snowflakeid.jackson3;

import dev.snowflakeid.SnowflakeLayout;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.type.LogicalType;
import tools.jackson.databind.util.AccessPattern;

/** Reads one id from a string or an integer; what null means is left to Jackson. */
final class StringIdDeserializer extends StdScalarDeserializer<Object> {

  private static final String RULE =
      "%s must be a decimal integer from 0 to 9223372036854775807 without sign, blanks or leading"
          + " zeros";

  private final String attribute;
  private final ValueDeserializer<Object> standard;

  StringIdDeserializer(String attribute, JavaType type, ValueDeserializer<Object> standard) {
    super(type);
    this.attribute = attribute;
    this.standard = standard;
  }

  @Override
  public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) {
    JsonToken token = parser.currentToken();
    if (token != JsonToken.VALUE_STRING && token != JsonToken.VALUE_NUMBER_INT) {
      return context.reportInputMismatch(
          this, "%s must be a string or an integer number, not %s", attribute, describe(token));
    }
    String digits = parser.getString();
    try {
      long id = SnowflakeLayout.parseId(digits);
      return handledType() == BigInteger.class ? (Object) BigInteger.valueOf(id) : id;
    } catch (IllegalArgumentException e) {
      return token == JsonToken.VALUE_STRING
          ? context.handleWeirdStringValue(handledType(), digits, RULE, attribute)
          : context.handleWeirdNumberValue(handledType(), parser.getNumberValue(), RULE, attribute);
    }
  }

  /** An id has no type id: its attribute says what it is. */
  @Override
  public @Nullable Object deserializeWithType(
      JsonParser parser, DeserializationContext context, TypeDeserializer types) {
    return deserialize(parser, context);
  }

  @Override
  public @Nullable Object getNullValue(DeserializationContext context) {
    return standard.getNullValue(context);
  }

  @Override
  public @Nullable Object getAbsentValue(DeserializationContext context) {
    return standard.getAbsentValue(context);
  }

  @Override
  public AccessPattern getNullAccessPattern() {
    return standard.getNullAccessPattern();
  }

  @Override
  public @Nullable Object getEmptyValue(DeserializationContext context) {
    return standard.getEmptyValue(context);
  }

  @Override
  public AccessPattern getEmptyAccessPattern() {
    return standard.getEmptyAccessPattern();
  }

  @Override
  public LogicalType logicalType() {
    return LogicalType.Integer;
  }

  private static String describe(JsonToken token) {
    return switch (token) {
      case VALUE_NUMBER_FLOAT -> "a floating point number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      case START_ARRAY -> "an array";
      case START_OBJECT -> "an object";
      default -> token.name();
    };
  }
}
