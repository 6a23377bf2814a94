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
import java.nio.CharBuffer;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Reads one id from a string or an integer; what null means is left to Jackson. */
final class StringIdDeserializer extends StdScalarDeserializer<Object> {

  private static final long serialVersionUID = 1L;

  /** Attribute of a mapper that refuses integers which a double may have rounded. */
  static final Object REFUSE_UNSAFE_NUMBERS = "dev.snowflakeid.refuseUnsafeNumbers";

  static final long MAX_SAFE_INTEGER = (1L << 53) - 1; // JavaScript's Number.MAX_SAFE_INTEGER

  static final String RULE =
      "%s must be a decimal integer from 0 to 9223372036854775807 without sign, blanks or leading"
          + " zeros";

  private static final String SAFE_RULE =
      "%s must be a string when it is above 9007199254740991: as a number a client may have rounded"
          + " it";

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
    try {
      long id =
          SnowflakeLayout.parseId(
              CharBuffer.wrap(
                  parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength()));
      return token == JsonToken.VALUE_NUMBER_INT
              && id > MAX_SAFE_INTEGER
              && context.getAttribute(REFUSE_UNSAFE_NUMBERS) != null
          ? context.handleWeirdNumberValue(handledType(), id, SAFE_RULE, attribute)
          : convert(id);
    } catch (IllegalArgumentException e) {
      return token == JsonToken.VALUE_STRING
          ? context.handleWeirdStringValue(handledType(), parser.getText(), RULE, attribute)
          : context.handleWeirdNumberValue(handledType(), parser.getNumberValue(), RULE, attribute);
    }
  }

  private Object convert(long id) {
    Class<?> type = handledType();
    if (type == BigInteger.class) {
      return BigInteger.valueOf(id);
    }
    if (type == AtomicLong.class) {
      return new AtomicLong(id);
    }
    return type == OptionalLong.class ? OptionalLong.of(id) : id;
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
