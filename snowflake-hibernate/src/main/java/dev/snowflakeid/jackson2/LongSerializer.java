package dev.snowflakeid.jackson2;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatTypes;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Writes longs, marked or not, and those in a range as numbers. */
final class LongSerializer extends StdSerializer<Object> implements ContextualSerializer {

  private static final long serialVersionUID = 1L;

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
  public JsonSerializer<?> createContextual(
      SerializerProvider context, @Nullable BeanProperty property) throws JsonMappingException {
    JsonFormat.Value format = findFormatOverrides(context, property, Long.class);
    if (format == null) {
      return this;
    }
    return format.getShape().isNumeric()
        ? NONE
        : format.getShape() == JsonFormat.Shape.STRING ? ALL : this;
  }

  @Override
  public void serialize(Object value, JsonGenerator generator, SerializerProvider context)
      throws IOException {
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
      Object value, JsonGenerator generator, SerializerProvider context, TypeSerializer types)
      throws IOException {
    serialize(value, generator, context);
  }

  @Override
  public boolean isEmpty(SerializerProvider context, @Nullable Object value) {
    return value == null
        || (value instanceof long[] longs && longs.length == 0)
        || (value instanceof OptionalLong optional && optional.isEmpty());
  }

  @Override
  public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType type)
      throws JsonMappingException {
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

  private void write(long value, JsonGenerator generator) throws IOException {
    if (smallestNumber <= value && value <= largestNumber) {
      generator.writeNumber(value);
    } else {
      Digits.write(value, generator);
    }
  }
}
