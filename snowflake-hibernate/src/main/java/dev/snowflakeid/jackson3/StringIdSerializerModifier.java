package dev.snowflakeid.jackson3;

import java.util.Iterator;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.ObjectIdInfo;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.BeanSerializer;
import tools.jackson.databind.ser.PropertyWriter;
import tools.jackson.databind.ser.UnrolledBeanSerializer;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.bean.BeanSerializerBase;
import tools.jackson.databind.ser.impl.ObjectIdWriter;
import tools.jackson.databind.ser.impl.PropertyBasedObjectIdGenerator;

/**
 * Makes a reference to an object, as {@code @JsonIdentityInfo} or Hibernate's module writes it,
 * look like the object's id.
 *
 * <p>Jackson looks up the serializer of references by the id's Java type alone, past the
 * annotations of the attribute. The place to step in is where the bean serializer is handed the
 * result.
 */
final class StringIdSerializerModifier extends ValueSerializerModifier {

  private static final long serialVersionUID = 1L;

  @Override
  public ValueSerializer<?> modifySerializer(
      SerializationConfig config, BeanDescription.Supplier bean, ValueSerializer<?> serializer) {
    if (isLazyProxy(bean.getBeanClass())
        && !(serializer instanceof BeanSerializerBase)
        && isIdentifiedByStringId(bean.get())) {
      return new LazyIdSerializer(serializer);
    }
    // exactly these classes: another module's subclass is not ours to replace
    Class<?> type = serializer.getClass();
    return (type == BeanSerializer.class || type == UnrolledBeanSerializer.class)
            && hasStringId(serializer.properties())
        ? new ReferredBeanSerializer((BeanSerializerBase) serializer)
        : serializer;
  }

  /** Told by names, so that no class of Hibernate is needed. */
  private static boolean isLazyProxy(Class<?> type) {
    return Stream.of(type.getInterfaces())
        .anyMatch(
            implemented -> implemented.getName().equals("org.hibernate.proxy.HibernateProxy"));
  }

  private static boolean isIdentifiedByStringId(BeanDescription bean) {
    return bean.findProperties().stream()
        .map(BeanPropertyDefinition::getAccessor)
        .filter(Objects::nonNull)
        .filter(StringIdIntrospector::isStringId)
        .anyMatch(StringIdSerializerModifier::isIdentifier);
  }

  private static boolean isIdentifier(AnnotatedMember member) {
    return member
        .annotations()
        .anyMatch(a -> a.annotationType().getName().equals("jakarta.persistence.Id"));
  }

  private static boolean hasStringId(Iterator<PropertyWriter> properties) {
    while (properties.hasNext()) {
      if (properties.next() instanceof BeanPropertyWriter property && isStringId(property)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isStringId(BeanPropertyWriter property) {
    return property.getSerializer() instanceof StringIdSerializer;
  }

  private static final class ReferredBeanSerializer extends BeanSerializer {

    ReferredBeanSerializer(BeanSerializerBase standard) {
      super(standard);
    }

    private ReferredBeanSerializer(
        BeanSerializerBase source, BeanPropertyWriter[] all, BeanPropertyWriter[] filtered) {
      super(source, all, filtered);
    }

    @Override
    public BeanSerializerBase withObjectIdWriter(ObjectIdWriter writer) {
      for (BeanPropertyWriter property : _props) {
        if (isStringId(property) && isObjectId(property, writer)) {
          return super.withObjectIdWriter(writer.withSerializer(property.getSerializer()));
        }
      }
      return super.withObjectIdWriter(writer);
    }

    @Override
    protected BeanSerializerBase withProperties(
        BeanPropertyWriter[] all, BeanPropertyWriter[] filtered) {
      return new ReferredBeanSerializer(this, all, filtered);
    }

    /** A generator does not tell its property, but knows another one for the same property. */
    private static boolean isObjectId(BeanPropertyWriter property, ObjectIdWriter writer) {
      ObjectIdInfo sameScope =
          new ObjectIdInfo(property.getFullName(), writer.generator.getScope(), null, null);
      return writer.generator.canUseFor(new PropertyBasedObjectIdGenerator(sameScope, property));
    }
  }
}
