package dev.snowflakeid.jackson2;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.util.AccessPattern;
import dev.snowflakeid.SnowflakeLayout;
import java.io.IOException;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Reads one id from a string or an integer; what null means is left to Jackson. */
final class StringIdDeserializer extends StdScalarDeserializer<Object> {

  private static final long serialVersionUID = 1L;

  private static final String RULE =
      "%s must be a decimal integer from 0 to 9223372036854775807 without sign, blanks or leading"
          + " zeros";

  private final String attribute;
  private final JsonDeserializer<Object> standard;

  StringIdDeserializer(String attribute, JavaType type, JsonDeserializer<Object> standard) {
    super(type);
    this.attribute = attribute;
    this.standard = standard;
  }

  @Override
  public @Nullable Object deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    JsonToken token = parser.currentToken();
    if (token != JsonToken.VALUE_STRING && token != JsonToken.VALUE_NUMBER_INT) {
      return context.reportInputMismatch(
          this, "%s must be a string or an integer number, not %s", attribute, describe(token));
    }
    String digits = parser.getText();
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
      JsonParser parser, DeserializationContext context, TypeDeserializer types)
      throws IOException {
    return deserialize(parser, context);
  }

  @Override
  public @Nullable Object getNullValue(DeserializationContext context) throws JsonMappingException {
    return standard.getNullValue(context);
  }

  @Override
  public @Nullable Object getAbsentValue(DeserializationContext context)
      throws JsonMappingException {
    return standard.getAbsentValue(context);
  }

  @Override
  public AccessPattern getNullAccessPattern() {
    return standard.getNullAccessPattern();
  }

  @Override
  public @Nullable Object getEmptyValue(DeserializationContext context)
      throws JsonMappingException {
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
