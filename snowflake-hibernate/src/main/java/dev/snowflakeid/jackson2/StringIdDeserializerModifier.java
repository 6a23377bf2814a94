package dev.snowflakeid.jackson2;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBuilder;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.impl.ObjectIdReader;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.util.NameTransformer;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Covers the two places where Jackson reads an id past the annotations of its attribute. */
final class StringIdDeserializerModifier extends BeanDeserializerModifier {

  private static final long serialVersionUID = 1L;

  /** References to an object are read like the object's id. */
  @Override
  public BeanDeserializerBuilder updateBuilder(
      DeserializationConfig config, BeanDescription bean, BeanDeserializerBuilder builder) {
    ObjectIdReader reader = builder.getObjectIdReader();
    if (reader != null) {
      builder.setObjectIdReader(strict(reader));
    }
    return builder;
  }

  /** A creator with a single {@code long} is called past the annotations of its parameter. */
  @Override
  public JsonDeserializer<?> modifyDeserializer(
      DeserializationConfig config, BeanDescription bean, JsonDeserializer<?> deserializer) {
    AnnotatedMember value = bean.findJsonValueAccessor();
    if (value != null && StringIdIntrospector.isStringId(value) && IdTypes.isId(value.getType())) {
      return new WrappedIdDeserializer(bean.getBeanClass().getSimpleName(), deserializer);
    }
    // exactly this class: another module's subclass is not ours to replace
    return deserializer.getClass() == BeanDeserializer.class
            && hasStringId(((BeanDeserializer) deserializer).properties())
        ? new ReferredBeanDeserializer((BeanDeserializer) deserializer)
        : deserializer;
  }

  private static ObjectIdReader strict(ObjectIdReader reader) {
    SettableBeanProperty id = reader.idProperty;
    return id != null && isStringId(id)
        ? ObjectIdReader.construct(
            reader.getIdType(),
            reader.propertyName,
            reader.generator,
            id.getValueDeserializer(),
            id,
            reader.resolver)
        : reader;
  }

  private static boolean hasStringId(Iterator<SettableBeanProperty> properties) {
    while (properties.hasNext()) {
      if (isStringId(properties.next())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isStringId(SettableBeanProperty property) {
    return property.getValueDeserializer() instanceof StringIdDeserializer
        || property.getValueDeserializer() instanceof WrappedIdDeserializer;
  }

  /** Reads references strictly that are declared where they stand, not on the referred class. */
  private static final class ReferredBeanDeserializer extends BeanDeserializer {

    private static final long serialVersionUID = 1L;

    private @Nullable NameTransformer unwrapping;

    ReferredBeanDeserializer(BeanDeserializer standard) {
      super(standard);
    }

    /** The inherited method unwraps no subclass; a type that unwraps itself ends here too. */
    @Override
    public JsonDeserializer<Object> unwrappingDeserializer(NameTransformer transformer) {
      if (unwrapping == transformer) {
        return this;
      }
      unwrapping = transformer;
      try {
        return withBeanProperties(_beanProperties).unwrappingDeserializer(transformer);
      } finally {
        unwrapping = null;
      }
    }

    @Override
    public BeanDeserializer withObjectIdReader(ObjectIdReader reader) {
      return super.withObjectIdReader(strict(reader));
    }
  }
}
