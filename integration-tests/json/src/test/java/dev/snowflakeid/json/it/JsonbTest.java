package dev.snowflakeid.json.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.StringId;
import dev.snowflakeid.jsonb.StringIdAdapter;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.json.bind.JsonbConfig;
import jakarta.json.bind.JsonbException;
import jakarta.json.bind.annotation.JsonbTypeAdapter;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonbTest {

  private static final long ID = Row.ID;

  @StringId
  @JsonbTypeAdapter(StringIdAdapter.class)
  @Retention(RetentionPolicy.RUNTIME)
  @interface OrderId {}

  public static class Order {
    @JsonbTypeAdapter(StringIdAdapter.class)
    public @Nullable Long id;

    @OrderId public @Nullable Long parent;
    public long count;
  }

  public static class Plain {
    public @Nullable Long id = ID;
    public List<Long> ids = List.of(ID);
  }

  @Test
  void shouldWriteTheAttributesThatNameTheAdapterAsStrings() throws Exception {
    try (Jsonb jsonb = JsonbBuilder.create()) {
      Order order = new Order();
      order.id = ID;
      order.parent = ID;
      order.count = 1;

      String json = jsonb.toJson(order);

      assertEquals("{\"count\":1,\"id\":\"#\",\"parent\":\"#\"}".replace("#", "" + ID), json);
      assertEquals(ID, jsonb.fromJson(json, Order.class).id);
      assertEquals(ID, jsonb.fromJson("{\"parent\":" + ID + "}", Order.class).parent);
      assertEquals("{\"count\":0}", jsonb.toJson(new Order()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"+5\"", "\" 5\"", "\"05\"", "5.0", "-5", "\"\"", "true", "1e3"})
  void shouldRefuseWhatIsNoCanonicalId(String id) throws Exception {
    try (Jsonb jsonb = JsonbBuilder.create()) {
      JsonbException refusal =
          assertThrows(
              JsonbException.class, () -> jsonb.fromJson("{\"id\":" + id + "}", Order.class));

      assertTrue(refusal.getMessage().contains("id"), refusal.getMessage());
    }
  }

  @Test
  void shouldTakeAllLongsOfAMapperOnRequest() throws Exception {
    JsonbConfig config = new JsonbConfig().withAdapters(new StringIdAdapter());
    try (Jsonb jsonb = JsonbBuilder.create(config)) {
      String json = jsonb.toJson(new Plain());

      assertEquals("{\"id\":\"#\",\"ids\":[\"#\"]}".replace("#", "" + ID), json);
      assertEquals(List.of(ID), jsonb.fromJson(json, Plain.class).ids);
    }
  }
}
