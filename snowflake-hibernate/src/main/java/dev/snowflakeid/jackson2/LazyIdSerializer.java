package dev.snowflakeid.jackson2;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.PropertyMetadata;
import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Makes the id that Hibernate's module writes for a lazy proxy a string.
 *
 * <p>The module asks for a serializer of the bare id, or of a map with the id in it, as if it stood
 * in the proxy's place: whatever long is found there is the id.
 */
final class LazyIdSerializer extends JsonSerializer<Object> implements ContextualSerializer {

  private final JsonSerializer<?> proxy;

  LazyIdSerializer(JsonSerializer<?> proxy) {
    this.proxy = proxy;
  }

  @Override
  public JsonSerializer<?> createContextual(
      SerializerProvider context, @Nullable BeanProperty property) throws JsonMappingException {
    BeanProperty standard =
        property == null
            ? new BeanProperty.Std(
                PropertyName.NO_NAME,
                TypeFactory.unknownType(),
                null,
                null,
                PropertyMetadata.STD_OPTIONAL)
            : property;
    return proxy instanceof ContextualSerializer contextual
        ? contextual.createContextual(context, new IdProperty(standard))
        : proxy;
  }

  @Override
  public void serialize(Object value, JsonGenerator generator, SerializerProvider context) {
    throw new IllegalStateException("createContextual must come first");
  }

  private static final class IdProperty extends BeanProperty.Std {

    private static final long serialVersionUID = 1L;

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
