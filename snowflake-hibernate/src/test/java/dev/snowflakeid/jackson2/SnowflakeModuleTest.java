package dev.snowflakeid.jackson2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonPOJOBuilder;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.util.StdConverter;
import dev.snowflakeid.StringId;
import dev.snowflakeid.json.Json;
import dev.snowflakeid.json.ObjectIdContract;
import dev.snowflakeid.json.StringIdReadingContract;
import dev.snowflakeid.json.StringIdWritingContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SnowflakeModuleTest {

  private static final long ID = 132_271_570_944_004_097L;

  private final JsonMapper mapper = JsonMapper.builder().addModule(new SnowflakeModule()).build();

  @Nested
  class Writing extends StringIdWritingContract {
    @Override
    protected Json json() {
      return new Jackson2Json();
    }
  }

  @Nested
  class Reading extends StringIdReadingContract {
    @Override
    protected Json json() {
      return new Jackson2Json();
    }
  }

  @Nested
  class ObjectIds extends ObjectIdContract {
    @Override
    protected Json json() {
      return new Jackson2Json();
    }
  }

  record Order(@StringId long id, long count) {}

  @Test
  void shouldBeFoundByTheServiceLoader() throws Exception {
    assertEquals(
        1,
        ServiceLoader.load(Module.class).stream()
            .filter(provider -> provider.type() == SnowflakeModule.class)
            .count());
    assertEquals(
        "{\"id\":\"1\",\"count\":1}",
        JsonMapper.builder().findAndAddModules().build().writeValueAsString(new Order(1, 1)));
  }

  @Test
  void shouldBeHarmlessWhenRegisteredTwice() throws Exception {
    ObjectMapper twice =
        mapper.copy().registerModule(new SnowflakeModule()).findAndRegisterModules();

    assertEquals("{\"id\":\"1\",\"count\":1}", twice.writeValueAsString(new Order(1, 1)));
  }

  @Test
  void shouldRefuseWithAJsonMappingException() throws Exception {
    JsonMappingException refusal =
        assertThrows(
            JsonMappingException.class, () -> mapper.readValue("{\"id\":\"+5\"}", Order.class));

    assertEquals("id", refusal.getPath().get(0).getFieldName());
  }

  @Test
  void shouldSurviveTreesAndConversions() throws Exception {
    assertEquals("1", mapper.valueToTree(new Order(1, 1)).get("id").textValue());
    assertEquals(new Order(ID, 1), mapper.convertValue(new Order(ID, 1), Order.class));
    assertEquals(new Order(ID, 1), mapper.convertValue(Map.of("id", ID, "count", 1), Order.class));
  }

  static class Hex extends JsonSerializer<Long> {
    @Override
    public void serialize(Long id, JsonGenerator generator, SerializerProvider context)
        throws IOException {
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
  void shouldGiveWayToExplicitSerializersAndConverters() throws Exception {
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
  void shouldReadThroughABuilder() throws Exception {
    assertEquals(new Built(ID), mapper.readValue("{\"id\":\"" + ID + "\"}", Built.class));
    assertThrows(
        JsonMappingException.class, () -> mapper.readValue("{\"id\":\"+5\"}", Built.class));
  }

  @Test
  void shouldTellSchemaGeneratorsThatItIsAString() throws Exception {
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
      return new JsonObjectFormatVisitor.Base(getProvider()) {
        @Override
        public void optionalProperty(BeanProperty property) throws JsonMappingException {
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
