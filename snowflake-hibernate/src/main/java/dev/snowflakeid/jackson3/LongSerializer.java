package dev.snowflakeid.jackson3;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatTypes;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes longs, marked or not, and those in a range as numbers. */
final class LongSerializer extends StdSerializer<Object> {

  static final LongSerializer ALL = new LongSerializer(0, -1);
  static final LongSerializer UNSAFE =
      new LongSerializer(
          -StringIdDeserializer.MAX_SAFE_INTEGER, StringIdDeserializer.MAX_SAFE_INTEGER);
  private static final LongSerializer NONE = new LongSerializer(Long.MIN_VALUE, Long.MAX_VALUE);

  private final long smallestNumber;
  private final long largestNumber;

  private LongSerializer(long smallestNumber, long largestNumber) {
    super(Object.class);
    this.smallestNumber = smallestNumber;
    this.largestNumber = largestNumber;
  }

  /** The shape that an attribute asks for wins. */
  @Override
  public ValueSerializer<?> createContextual(
      SerializationContext context, @Nullable BeanProperty property) {
    JsonFormat.Value format = findFormatOverrides(context, property, Long.class);
    if (format == null) {
      return this;
    }
    return format.getShape().isNumeric()
        ? NONE
        : format.getShape() == JsonFormat.Shape.STRING ? ALL : this;
  }

  @Override
  public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
    if (value instanceof long[] longs) {
      generator.writeStartArray(longs, longs.length);
      for (long element : longs) {
        write(element, generator);
      }
      generator.writeEndArray();
    } else if (value instanceof OptionalLong optional) {
      if (optional.isPresent()) {
        write(optional.getAsLong(), generator);
      } else {
        generator.writeNull();
      }
    } else {
      write(((Number) value).longValue(), generator);
    }
  }

  @Override
  public void serializeWithType(
      Object value, JsonGenerator generator, SerializationContext context, TypeSerializer types) {
    serialize(value, generator, context);
  }

  @Override
  public boolean isEmpty(SerializationContext context, @Nullable Object value) {
    return value == null
        || (value instanceof long[] longs && longs.length == 0)
        || (value instanceof OptionalLong optional && optional.isEmpty());
  }

  @Override
  public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType type) {
    if (this == UNSAFE) {
      visitor.expectAnyFormat(type);
    } else if (type.hasRawClass(long[].class)) {
      visitArrayFormat(
          visitor, type, this == ALL ? JsonFormatTypes.STRING : JsonFormatTypes.INTEGER);
    } else if (this == ALL) {
      visitStringFormat(visitor, type);
    } else {
      visitor.expectIntegerFormat(type);
    }
  }

  private void write(long value, JsonGenerator generator) {
    if (smallestNumber <= value && value <= largestNumber) {
      generator.writeNumber(value);
    } else {
      Digits.write(value, generator);
    }
  }
}
