package dev.snowflakeid.jackson2;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.type.MapLikeType;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Stands for a deserializer of ids until Jackson tells the attribute's type.
 *
 * <p>Containers keep Jackson's own deserializer and get this one for their elements, so it comes by
 * again at each level.
 */
final class StringIdDeserializerResolver extends JsonDeserializer<Object>
    implements ContextualDeserializer {

  @Override
  public JsonDeserializer<?> createContextual(
      DeserializationContext context, @Nullable BeanProperty property) throws JsonMappingException {
    String attribute = property == null ? "id" : property.getName();
    JavaType type = context.getContextualType();
    if (IdTypes.isId(type)) {
      return scalar(attribute, type, context);
    }
    if (type.hasRawClass(long[].class)) {
      return primitives(attribute, context, property);
    }
    if (IdTypes.isContainer(type)) {
      return context.findContextualValueDeserializer(withIds(type, attribute), property);
    }
    if (type.hasRawClass(Iterable.class)) {
      JavaType collection =
          context
              .getTypeFactory()
              .constructCollectionType(Collection.class, IdTypes.element(type))
              .withContentValueHandler(this);
      return context.findContextualValueDeserializer(collection, property);
    }
    if (IdTypes.isText(type)) {
      return context.findContextualValueDeserializer(type, property);
    }
    AnnotatedMember value = context.getConfig().introspect(type).findJsonValueAccessor();
    if (value == null || !(IdTypes.isId(value.getType()) || IdTypes.isText(value.getType()))) {
      return context.reportBadDefinition(type, IdTypes.unsupported(attribute, type));
    }
    JsonDeserializer<?> standard = context.findContextualValueDeserializer(type, property);
    return IdTypes.isText(value.getType()) || standard instanceof WrappedIdDeserializer
        ? standard
        : new WrappedIdDeserializer(attribute, standard);
  }

  @Override
  public Object deserialize(JsonParser parser, DeserializationContext context) {
    throw new IllegalStateException("createContextual must come first");
  }

  private JavaType withIds(JavaType type, String attribute) {
    JavaType withElements =
        type.getContentValueHandler() == null ? type.withContentValueHandler(this) : type;
    return IdTypes.hasIdKeys(type) && type.getKeyType().getValueHandler() == null
        ? ((MapLikeType) withElements)
            .withKeyValueHandler(new StringIdKeyDeserializer(attribute, type.getKeyType()))
        : withElements;
  }

  private static StringIdDeserializer scalar(
      String attribute, JavaType type, DeserializationContext context) throws JsonMappingException {
    return new StringIdDeserializer(
        attribute, type, context.findNonContextualValueDeserializer(type));
  }

  /** Jackson reads a {@code long[]} without asking for its elements' deserializer. */
  private static JsonDeserializer<?> primitives(
      String attribute, DeserializationContext context, @Nullable BeanProperty property)
      throws JsonMappingException {
    StringIdDeserializer element = scalar(attribute, context.constructType(long.class), context);
    JavaType boxed = context.constructType(Long[].class).withContentValueHandler(element);
    return new StdDelegatingDeserializer<>(
        new Unboxing(), boxed, context.findContextualValueDeserializer(boxed, property));
  }

  private static final class Unboxing extends StdConverter<Object, long[]> {

    @Override
    public long[] convert(Object boxed) {
      Long[] ids = (Long[]) boxed;
      long[] result = new long[ids.length];
      for (int i = 0; i < ids.length; i++) {
        result[i] = ids[i];
      }
      return result;
    }
  }
}
