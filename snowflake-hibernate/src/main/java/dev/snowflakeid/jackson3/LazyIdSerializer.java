package dev.snowflakeid.jackson3;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.PropertyMetadata;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.type.TypeFactory;

/**
 * Makes the id that Hibernate's module writes for a lazy proxy a string.
 *
 * <p>The module asks for a serializer of the bare id, or of a map with the id in it, as if it stood
 * in the proxy's place: whatever long is found there is the id.
 */
final class LazyIdSerializer extends ValueSerializer<Object> {

  private final ValueSerializer<?> proxy;

  LazyIdSerializer(ValueSerializer<?> proxy) {
    this.proxy = proxy;
  }

  @Override
  public ValueSerializer<?> createContextual(
      SerializationContext context, @Nullable BeanProperty property) {
    BeanProperty standard =
        property == null
            ? new BeanProperty.Std(
                PropertyName.NO_NAME,
                TypeFactory.unknownType(),
                null,
                null,
                PropertyMetadata.STD_OPTIONAL)
            : property;
    return proxy.createContextual(context, new IdProperty(standard));
  }

  @Override
  public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
    throw new IllegalStateException("createContextual must come first");
  }

  private static final class IdProperty extends BeanProperty.Std {

    IdProperty(BeanProperty standard) {
      super(
          standard.getFullName(),
          standard.getType(),
          standard.getWrapperName(),
          standard.getMember(),
          standard.getMetadata());
    }

    @Override
    public JsonFormat.Value findPropertyFormat(MapperConfig<?> config, Class<?> type) {
      return type == Long.class || type == BigInteger.class
          ? JsonFormat.Value.forShape(JsonFormat.Shape.STRING)
          : super.findPropertyFormat(config, type);
    }
  }
}
