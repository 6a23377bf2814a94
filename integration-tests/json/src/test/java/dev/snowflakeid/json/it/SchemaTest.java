package dev.snowflakeid.json.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.module.jsonSchema.JsonSchemaGenerator;
import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.StringId;
import dev.snowflakeid.jackson2.SnowflakeModule;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaTest {

  private static final String PATTERN = "^(0|[1-9][0-9]{0,18})$";

  static class Order {
    @SnowflakeId public long id;
    public long count;
    @StringId public List<Long> items = List.of();
    @StringId public Map<String, List<Long>> groups = Map.of();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @SuppressWarnings({"rawtypes", "unchecked"})
  void shouldDescribeIdsToSwaggerAsStrings(boolean openapi31) {
    Map<String, Schema> properties =
        ModelConverters.getInstance(openapi31).read(Order.class).get("Order").getProperties();

    assertIsId(properties.get("id"), openapi31);
    assertIsId(properties.get("items").getItems(), openapi31);
    assertIsId(
        ((Schema<?>) properties.get("groups").getAdditionalProperties()).getItems(), openapi31);
    Schema<?> count = properties.get("count");
    assertEquals("integer", openapi31 ? count.getTypes().iterator().next() : count.getType());
    assertNull(count.getPattern());
  }

  private static void assertIsId(Schema<?> schema, boolean openapi31) {
    assertEquals(Set.of("string"), openapi31 ? schema.getTypes() : Set.of(schema.getType()));
    assertEquals("int64", schema.getFormat());
    assertEquals(PATTERN, schema.getPattern());
  }

  @Test
  void shouldDescribeIdsToTheSchemaGeneratorOfJackson() throws Exception {
    JsonMapper mapper = JsonMapper.builder().addModule(new SnowflakeModule()).build();

    var properties =
        new JsonSchemaGenerator(mapper)
            .generateSchema(Order.class)
            .asObjectSchema()
            .getProperties();

    assertEquals("string", properties.get("id").getType().value());
    assertEquals("integer", properties.get("count").getType().value());
    assertEquals(
        "string",
        properties
            .get("items")
            .asArraySchema()
            .getItems()
            .asSingleItems()
            .getSchema()
            .getType()
            .value());
  }
}
