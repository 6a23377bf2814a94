package dev.snowflakeid.jackson3;

import java.math.BigInteger;
import java.util.Iterator;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.BaseStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatTypes;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes an id, or an element of a container of ids, as a string.
 *
 * <p>It goes by the value that is there, not by the declared type: generics are erased and proxies
 * override. A container inside a container is left to Jackson, which comes back here for the
 * elements.
 */
final class StringIdSerializer extends StdSerializer<Object> {

  private final AnnotatedMember attribute;
  private final @Nullable BeanProperty property;
  private final @Nullable AnnotatedMember jsonValue;

  StringIdSerializer(AnnotatedMember attribute) {
    this(attribute, null, null);
  }

  private StringIdSerializer(
      AnnotatedMember attribute,
      @Nullable BeanProperty property,
      @Nullable AnnotatedMember jsonValue) {
    super(Object.class);
    this.attribute = attribute;
    this.property = property;
    this.jsonValue = jsonValue;
  }

  @Override
  public ValueSerializer<?> createContextual(
      SerializationContext context, @Nullable BeanProperty property) {
    JavaType type = IdTypes.leaf(attribute.getType());
    if (IdTypes.isId(type)) {
      return new StringIdSerializer(attribute, property, null);
    }
    AnnotatedMember value = context.introspectBeanDescription(type).findJsonValueAccessor();
    if (value == null || !(IdTypes.isId(value.getType()) || IdTypes.isText(value.getType()))) {
      return context.reportBadDefinition(
          type, IdTypes.unsupported(IdTypes.name(attribute), attribute.getType()));
    }
    value.fixAccess(false);
    return new StringIdSerializer(attribute, property, value);
  }

  @Override
  public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
    Object id = unwrap(value);
    if (id == null) {
      generator.writeNull();
    } else if (id instanceof Long number) {
      Digits.write(number, generator);
    } else if (isScalar(id)) {
      generator.writeString(id.toString());
    } else if (id instanceof OptionalLong optional) {
      write(optional.isPresent() ? optional.getAsLong() : null, generator, context);
    } else if (id instanceof long[] ids) {
      write(ids, LongStream.of(ids).iterator(), generator, context);
    } else if (id instanceof Iterator<?> ids) {
      write(ids, ids, generator, context);
    } else if (id instanceof BaseStream<?, ?> ids) {
      try (ids) {
        write(ids, ids.iterator(), generator, context);
      }
    } else if (isIterable(id, context)) {
      write(id, ((Iterable<?>) id).iterator(), generator, context);
    } else {
      container(id, context).serialize(id, generator, context);
    }
  }

  /** An id needs no type id: its attribute says what it is. */
  @Override
  public void serializeWithType(
      Object value, JsonGenerator generator, SerializationContext context, TypeSerializer types) {
    Object id = unwrap(value);
    if (id != null && IdTypes.isContainer(context.constructType(id.getClass()))) {
      container(id, context).serializeWithType(id, generator, context, types);
    } else {
      serialize(value, generator, context);
    }
  }

  @Override
  public boolean isEmpty(SerializationContext context, @Nullable Object value) {
    return value == null
        || (value instanceof long[] ids && ids.length == 0)
        || (value instanceof OptionalLong optional && optional.isEmpty());
  }

  @Override
  public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType type) {
    if (type.hasRawClass(long[].class) || IdTypes.isIteration(type)) {
      visitArrayFormat(visitor, type, JsonFormatTypes.STRING);
    } else {
      visitStringFormat(visitor, type);
    }
  }

  private @Nullable Object unwrap(Object value) {
    return jsonValue != null && jsonValue.getDeclaringClass().isInstance(value)
        ? jsonValue.getValue(value)
        : value;
  }

  private static boolean isScalar(Object id) {
    return id instanceof BigInteger
        || id instanceof AtomicLong
        || id instanceof Integer
        || id instanceof String;
  }

  private static boolean isIterable(Object value, SerializationContext context) {
    JavaType type = context.constructType(value.getClass());
    JavaType[] elements = context.getTypeFactory().findTypeParameters(type, Iterable.class);
    return !IdTypes.isContainer(type)
        && value instanceof Iterable<?>
        && (elements == null || elements.length == 0 || IdTypes.isId(IdTypes.leaf(elements[0])));
  }

  private void write(
      Object ids, Iterator<?> elements, JsonGenerator generator, SerializationContext context) {
    generator.writeStartArray(ids);
    while (elements.hasNext()) {
      write(elements.next(), generator, context);
    }
    generator.writeEndArray();
  }

  private void write(@Nullable Object id, JsonGenerator generator, SerializationContext context) {
    if (id == null) {
      generator.writeNull();
    } else {
      serialize(id, generator, context);
    }
  }

  private ValueSerializer<Object> container(Object value, SerializationContext context) {
    JavaType type = context.constructType(value.getClass());
    if (!IdTypes.isContainer(type)) {
      return context.reportBadDefinition(type, IdTypes.unsupported(IdTypes.name(attribute), type));
    }
    return context.findContentValueSerializer(value.getClass(), property);
  }
}
