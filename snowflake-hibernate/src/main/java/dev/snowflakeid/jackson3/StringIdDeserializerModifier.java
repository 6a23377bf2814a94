package dev.snowflakeid.jackson3;

import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.BeanDeserializerBuilder;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.impl.ObjectIdReader;
import tools.jackson.databind.introspect.AnnotatedMember;

/** Covers the two places where Jackson reads an id past the annotations of its attribute. */
final class StringIdDeserializerModifier extends ValueDeserializerModifier {

  private static final long serialVersionUID = 1L;

  /** References to an object are read like the object's id. */
  @Override
  public BeanDeserializerBuilder updateBuilder(
      DeserializationConfig config,
      BeanDescription.Supplier bean,
      BeanDeserializerBuilder builder) {
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
  public ValueDeserializer<?> modifyDeserializer(
      DeserializationConfig config,
      BeanDescription.Supplier bean,
      ValueDeserializer<?> deserializer) {
    AnnotatedMember value = bean.get().findJsonValueAccessor();
    return value != null && StringIdIntrospector.isStringId(value) && IdTypes.isId(value.getType())
        ? new WrappedIdDeserializer(bean.getBeanClass().getSimpleName(), deserializer)
        : deserializer;
  }

  private static boolean isStringId(SettableBeanProperty property) {
    return property.getValueDeserializer() instanceof StringIdDeserializer
        || property.getValueDeserializer() instanceof WrappedIdDeserializer;
  }
}
