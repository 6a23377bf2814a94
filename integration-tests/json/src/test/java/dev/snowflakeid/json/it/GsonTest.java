package dev.snowflakeid.json.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.annotations.SerializedName;
import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.StringId;
import dev.snowflakeid.gson.SnowflakeTypeAdapterFactory;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GsonTest {

  private static final long ID = Row.ID;

  private final Gson gson =
      new GsonBuilder().registerTypeAdapterFactory(new SnowflakeTypeAdapterFactory()).create();

  record Order(
      @StringId long id,
      @SerializedName("parent") @StringId @Nullable Long parentId,
      @StringId Map<String, List<Long>> items,
      @StringId long[] array,
      @StringId BigInteger big,
      @StringId String text,
      long count,
      List<Line> lines) {}

  static class Base {
    @SnowflakeId Long id = ID;
  }

  static class Line extends Base {
    long amount = 2;
  }

  static class OnGetter {
    private long id;

    @StringId
    public long getId() {
      return id;
    }
  }

  record ADouble(@StringId double id) {}

  record Snake(@StringId long orderId) {}

  private static Order order() {
    return new Order(
        ID,
        ID,
        Map.of("a", List.of(ID, 1L)),
        new long[] {ID},
        BigInteger.valueOf(ID),
        "x",
        ID,
        List.of(new Line()));
  }

  @Test
  void shouldWriteTheMarkedFieldsAloneAsStrings() {
    assertEquals(
        ("{'id':'#','parent':'#','items':{'a':['#','1']},'array':['#'],'big':'#','text':'x',"
                + "'count':#,'lines':[{'amount':2,'id':'#'}]}")
            .replace('\'', '"')
            .replace("#", "" + ID),
        gson.toJson(order()));
  }

  @Test
  void shouldReadBackWhatItWrites() {
    String json = gson.toJson(order());

    assertEquals(json, gson.toJson(gson.fromJson(json, Order.class)));
    assertEquals(ID, gson.fromJson("{\"id\":" + ID + "}", Order.class).id());
    assertEquals("null", gson.toJson(gson.fromJson("null", Order.class)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"+5\"",
        "\" 5\"",
        "\"05\"",
        "5.0",
        "-5",
        "\"\"",
        "true",
        "1e3",
        "9223372036854775808"
      })
  void shouldRefuseWhatIsNoCanonicalId(String id) {
    for (String json :
        List.of("{'id':#}", "{'parent':#}", "{'items':{'a':[#]}}", "{'array':[#]}")) {
      JsonParseException refusal =
          assertThrows(
              JsonParseException.class,
              () -> gson.fromJson(json.replace('\'', '"').replace("#", id), Order.class));

      assertTrue(
          refusal.getMessage().matches("Order\\.\\w+ must be a decimal integer.*"),
          refusal.getMessage());
    }
  }

  @Test
  void shouldFollowTheNamesOfTheMapper() {
    Gson snake =
        gson.newBuilder()
            .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
            .create();

    assertEquals("{\"order_id\":\"" + ID + "\"}", snake.toJson(new Snake(ID)));
    assertEquals(new Snake(5), snake.fromJson("{\"order_id\":\"5\"}", Snake.class));
  }

  @Test
  void shouldRefuseWhatItCannotHonour() {
    assertEquals(
        "Gson sees fields alone, @StringId must be on the field: method=OnGetter.getId",
        assertThrows(IllegalArgumentException.class, () -> gson.toJson(new OnGetter()))
            .getMessage());
    assertEquals(
        "@StringId needs a long, Long, BigInteger or String, or an array, collection or map of"
            + " them: ADouble.id=1.5",
        assertThrows(IllegalArgumentException.class, () -> gson.toJson(new ADouble(1.5)))
            .getMessage());
  }
}
