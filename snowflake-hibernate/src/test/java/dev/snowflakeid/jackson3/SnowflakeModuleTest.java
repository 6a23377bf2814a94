package dev.snowflakeid.jackson3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.snowflakeid.StringId;
import dev.snowflakeid.json.Json;
import dev.snowflakeid.json.ObjectIdContract;
import dev.snowflakeid.json.StringIdReadingContract;
import dev.snowflakeid.json.StringIdWritingContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonPOJOBuilder;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.util.StdConverter;

class SnowflakeModuleTest {

  private static final long ID = 132_271_570_944_004_097L;

  private final JsonMapper mapper = JsonMapper.builder().addModule(new SnowflakeModule()).build();

  @Nested
  class Writing extends StringIdWritingContract {
    @Override
    protected Json json() {
      return new Jackson3Json();
    }
  }

  @Nested
  class Reading extends StringIdReadingContract {
    @Override
    protected Json json() {
      return new Jackson3Json();
    }
  }

  @Nested
  class ObjectIds extends ObjectIdContract {
    @Override
    protected Json json() {
      return new Jackson3Json();
    }
  }

  record Order(@StringId long id, long count) {}

  @Test
  void shouldBeFoundByTheServiceLoader() {
    assertEquals(
        1,
        ServiceLoader.load(JacksonModule.class).stream()
            .filter(provider -> provider.type() == SnowflakeModule.class)
            .count());
    assertEquals(
        "{\"id\":\"1\",\"count\":1}",
        JsonMapper.builder().findAndAddModules().build().writeValueAsString(new Order(1, 1)));
  }

  @Test
  void shouldBeHarmlessWhenRegisteredTwice() {
    JsonMapper twice =
        mapper.rebuild().addModule(new SnowflakeModule()).findAndAddModules().build();

    assertEquals(
        1, twice.registeredModules().stream().filter(SnowflakeModule.class::isInstance).count());
    assertEquals("{\"id\":\"1\",\"count\":1}", twice.writeValueAsString(new Order(1, 1)));
  }

  @Test
  void shouldRefuseWithADatabindException() {
    DatabindException refusal =
        assertThrows(
            DatabindException.class, () -> mapper.readValue("{\"id\":\"+5\"}", Order.class));

    assertEquals("id", refusal.getPath().get(0).getPropertyName());
  }

  @Test
  void shouldSurviveTreesAndConversions() {
    assertEquals("1", mapper.valueToTree(new Order(1, 1)).get("id").stringValue());
    assertEquals(new Order(ID, 1), mapper.convertValue(new Order(ID, 1), Order.class));
    assertEquals(new Order(ID, 1), mapper.convertValue(Map.of("id", ID, "count", 1), Order.class));
  }

  static class Hex extends ValueSerializer<Long> {
    @Override
    public void serialize(Long id, JsonGenerator generator, SerializationContext context) {
      generator.writeString(Long.toHexString(id));
    }
  }

  static class Doubling extends StdConverter<Long, Long> {
    @Override
    public Long convert(Long id) {
      return 2 * id;
    }
  }

  record Explicit(
      @StringId @JsonSerialize(using = Hex.class) Long id,
      @StringId @JsonSerialize(contentUsing = Hex.class) List<Long> ids,
      @StringId
          @JsonSerialize(converter = Doubling.class)
          @JsonDeserialize(converter = Doubling.class)
          Long twice) {}

  @Test
  void shouldGiveWayToExplicitSerializersAndConverters() {
    assertEquals(
        "{\"id\":\"ff\",\"ids\":[\"10\"],\"twice\":6}",
        mapper.writeValueAsString(new Explicit(255L, List.of(16L), 3L)));
    assertEquals(6, mapper.readValue("{\"twice\":\"+3\"}", Explicit.class).twice());
  }

  @JsonDeserialize(builder = Built.Builder.class)
  record Built(long id) {

    @JsonPOJOBuilder(withPrefix = "")
    static class Builder {
      private long id;

      @StringId
      Builder id(long id) {
        this.id = id;
        return this;
      }

      Built build() {
        return new Built(id);
      }
    }
  }

  @Test
  void shouldReadThroughABuilder() {
    assertEquals(new Built(ID), mapper.readValue("{\"id\":\"" + ID + "\"}", Built.class));
    assertThrows(DatabindException.class, () -> mapper.readValue("{\"id\":\"+5\"}", Built.class));
  }

  @Test
  void shouldTellSchemaGeneratorsThatItIsAString() {
    List<String> types = new ArrayList<>();

    mapper.acceptJsonFormatVisitor(Order.class, new TypeRecorder(types));

    assertEquals(List.of("string", "integer"), types);
  }

  private static final class TypeRecorder extends JsonFormatVisitorWrapper.Base {
    private final List<String> types;

    TypeRecorder(List<String> types) {
      this.types = types;
    }

    @Override
    public JsonObjectFormatVisitor expectObjectFormat(JavaType type) {
      return new JsonObjectFormatVisitor.Base(getContext()) {
        @Override
        public void optionalProperty(BeanProperty property) {
          ((BeanPropertyWriter) property)
              .getSerializer()
              .acceptJsonFormatVisitor(TypeRecorder.this, property.getType());
        }
      };
    }

    @Override
    public @Nullable JsonStringFormatVisitor expectStringFormat(JavaType type) {
      types.add("string");
      return null;
    }

    @Override
    public @Nullable JsonIntegerFormatVisitor expectIntegerFormat(JavaType type) {
      types.add("integer");
      return null;
    }
  }
}
