package dev.snowflakeid.jackson3;

import java.util.Collection;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdConvertingDeserializer;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.type.MapLikeType;
import tools.jackson.databind.util.StdConverter;

/**
 * Stands for a deserializer of ids until Jackson tells the attribute's type.
 *
 * <p>Containers keep Jackson's own deserializer and get this one for their elements, so it comes by
 * again at each level.
 */
final class StringIdDeserializerResolver extends ValueDeserializer<Object> {

  @Override
  public ValueDeserializer<?> createContextual(
      DeserializationContext context, @Nullable BeanProperty property) {
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
    AnnotatedMember value = context.introspectBeanDescription(type).findJsonValueAccessor();
    if (value == null || !(IdTypes.isId(value.getType()) || IdTypes.isText(value.getType()))) {
      return context.reportBadDefinition(type, IdTypes.unsupported(attribute, type));
    }
    ValueDeserializer<?> standard = context.findContextualValueDeserializer(type, property);
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
      String attribute, JavaType type, DeserializationContext context) {
    return new StringIdDeserializer(
        attribute, type, context.findNonContextualValueDeserializer(type));
  }

  /** Jackson reads a {@code long[]} without asking for its elements' deserializer. */
  private static ValueDeserializer<?> primitives(
      String attribute, DeserializationContext context, @Nullable BeanProperty property) {
    StringIdDeserializer element = scalar(attribute, context.constructType(long.class), context);
    JavaType boxed = context.constructType(Long[].class).withContentValueHandler(element);
    return new StdConvertingDeserializer<>(
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
