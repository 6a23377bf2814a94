package dev.snowflakeid.jackson2;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBuilder;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.impl.ObjectIdReader;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;

/** Covers the two places where Jackson reads an id past the annotations of its attribute. */
final class StringIdDeserializerModifier extends BeanDeserializerModifier {

  private static final long serialVersionUID = 1L;

  /** References to an object are read like the object's id. */
  @Override
  public BeanDeserializerBuilder updateBuilder(
      DeserializationConfig config, BeanDescription bean, BeanDeserializerBuilder builder) {
    ObjectIdReader reader = builder.getObjectIdReader();
    SettableBeanProperty id = reader == null ? null : reader.idProperty;
    if (id != null && isStringId(id)) {
      builder.setObjectIdReader(
          ObjectIdReader.construct(
              reader.getIdType(),
              reader.propertyName,
              reader.generator,
              id.getValueDeserializer(),
              id,
              reader.resolver));
    }
    return builder;
  }

  /** A creator with a single {@code long} is called past the annotations of its parameter. */
  @Override
  public JsonDeserializer<?> modifyDeserializer(
      DeserializationConfig config, BeanDescription bean, JsonDeserializer<?> deserializer) {
    AnnotatedMember value = bean.findJsonValueAccessor();
    return value != null && StringIdIntrospector.isStringId(value) && IdTypes.isId(value.getType())
        ? new WrappedIdDeserializer(bean.getBeanClass().getSimpleName(), deserializer)
        : deserializer;
  }

  private static boolean isStringId(SettableBeanProperty property) {
    return property.getValueDeserializer() instanceof StringIdDeserializer
        || property.getValueDeserializer() instanceof WrappedIdDeserializer;
  }
}
