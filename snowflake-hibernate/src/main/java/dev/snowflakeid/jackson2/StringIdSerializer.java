package dev.snowflakeid.jackson2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatTypes;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Writes an id, or an element of a container of ids, as a string.
 *
 * <p>It goes by the value that is there, not by the declared type: generics are erased and proxies
 * override. A container inside a container is left to Jackson, which comes back here for the
 * elements.
 */
final class StringIdSerializer extends StdSerializer<Object> implements ContextualSerializer {

  private static final long serialVersionUID = 1L;

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
  public JsonSerializer<?> createContextual(
      SerializerProvider context, @Nullable BeanProperty property) throws JsonMappingException {
    JavaType type = IdTypes.leaf(attribute.getType());
    if (IdTypes.isId(type)) {
      return new StringIdSerializer(attribute, property, null);
    }
    AnnotatedMember value = context.getConfig().introspect(type).findJsonValueAccessor();
    if (value == null || !(IdTypes.isId(value.getType()) || IdTypes.isText(value.getType()))) {
      return context.reportBadDefinition(
          type, IdTypes.unsupported(IdTypes.name(attribute), attribute.getType()));
    }
    value.fixAccess(false);
    return new StringIdSerializer(attribute, property, value);
  }

  @Override
  public void serialize(Object value, JsonGenerator generator, SerializerProvider context)
      throws IOException {
    Object id = unwrap(value);
    if (id == null) {
      generator.writeNull();
    } else if (isScalar(id)) {
      generator.writeString(id.toString());
    } else if (id instanceof long[] ids) {
      generator.writeStartArray(ids, ids.length);
      for (long element : ids) {
        generator.writeString(Long.toString(element));
      }
      generator.writeEndArray();
    } else {
      container(id, context).serialize(id, generator, context);
    }
  }

  /** An id needs no type id: its attribute says what it is. */
  @Override
  public void serializeWithType(
      Object value, JsonGenerator generator, SerializerProvider context, TypeSerializer types)
      throws IOException {
    Object id = unwrap(value);
    if (id == null || isScalar(id) || id instanceof long[]) {
      serialize(value, generator, context);
    } else {
      container(id, context).serializeWithType(id, generator, context, types);
    }
  }

  @Override
  public boolean isEmpty(SerializerProvider context, @Nullable Object value) {
    return value == null || (value instanceof long[] ids && ids.length == 0);
  }

  @Override
  public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType type)
      throws JsonMappingException {
    if (type.hasRawClass(long[].class)) {
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
    return id instanceof Long
        || id instanceof BigInteger
        || id instanceof Integer
        || id instanceof String;
  }

  private JsonSerializer<Object> container(Object value, SerializerProvider context)
      throws JsonMappingException {
    JavaType type = context.constructType(value.getClass());
    if (!IdTypes.isContainer(type)) {
      return context.reportBadDefinition(type, IdTypes.unsupported(IdTypes.name(attribute), type));
    }
    return context.findContentValueSerializer(value.getClass(), property);
  }
}
