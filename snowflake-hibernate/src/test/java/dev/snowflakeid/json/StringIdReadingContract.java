package dev.snowflakeid.json;

import static dev.snowflakeid.json.Dtos.ID;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How ids are read. */
public abstract class StringIdReadingContract {

  /** JSON values that are no ids, and the kind of exception that refuses them. */
  static final List<List<String>> REFUSED =
      List.of(
          List.of("1.23e17", "MismatchedInputException"),
          List.of("123.0", "MismatchedInputException"),
          List.of("true", "MismatchedInputException"),
          List.of("[]", "MismatchedInputException"),
          List.of("[1]", "MismatchedInputException"),
          List.of("{}", "MismatchedInputException"),
          List.of("\" 123 \"", "InvalidFormatException"),
          List.of("\"+5\"", "InvalidFormatException"),
          List.of("\"-5\"", "InvalidFormatException"),
          List.of("\"-0\"", "InvalidFormatException"),
          List.of("-5", "InvalidFormatException"),
          List.of("\"007\"", "InvalidFormatException"),
          List.of("\"00\"", "InvalidFormatException"),
          List.of("\"null\"", "InvalidFormatException"),
          List.of("\"\"", "InvalidFormatException"),
          List.of("\" \"", "InvalidFormatException"),
          List.of("\"\u0661\"", "InvalidFormatException"),
          List.of("\"\uff11\"", "InvalidFormatException"),
          List.of("\"abc\"", "InvalidFormatException"),
          List.of("\"0x10\"", "InvalidFormatException"),
          List.of("\"1_000\"", "InvalidFormatException"),
          List.of("\"1e3\"", "InvalidFormatException"),
          List.of("\"1.0\"", "InvalidFormatException"),
          List.of("\"123\\n\"", "InvalidFormatException"),
          List.of("\"9223372036854775808\"", "InvalidFormatException"),
          List.of("9223372036854775808", "InvalidFormatException"),
          List.of("99999999999999999999999999", "InvalidFormatException"));

  protected abstract Json json();

  @ParameterizedTest
  @ValueSource(strings = {"132271570944004097", "\"132271570944004097\""})
  void shouldReadAStringAndAnInteger(String value) throws Exception {
    for (Json json : List.of(json(), json().withoutCoercions())) {
      assertEquals(
          new Dtos.Order(ID, 2, 3L),
          json.read("{\"id\":" + value + ",\"count\":2,\"total\":3}", Dtos.Order.class));
      assertEquals(new Dtos.Boxed(ID), json.read("{\"id\":" + value + "}", Dtos.Boxed.class));
      assertEquals(
          BigInteger.valueOf(ID), json.read("{\"id\":" + value + "}", Dtos.Big.class).id());
    }
  }

  @ParameterizedTest
  @FieldSource("REFUSED")
  void shouldRefuseWhatIsNotACanonicalIdAndNameTheProperty(List<String> refused) {
    for (Json json : List.of(json(), json().withoutCoercions())) {
      for (Class<?> type : List.of(Dtos.Order.class, Dtos.Boxed.class, Dtos.Big.class)) {
        String input = "{\"id\":" + refused.get(0) + "}";

        Exception refusal = assertThrows(Exception.class, () -> json.read(input, type), input);

        assertEquals(refused.get(1), refusal.getClass().getSimpleName(), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("id must be a "), refusal.getMessage());
      }
    }
  }

  @ParameterizedTest
  @FieldSource("REFUSED")
  void shouldRefuseTheSameInsideContainers(List<String> refused) {
    for (String attribute : List.of("list", "set", "boxes", "primitives", "map")) {
      String element = attribute.equals("map") ? "{\"1\":#}" : "[\"1\",#]";
      String input = "{\"" + attribute + "\":" + element.replace("#", refused.get(0)) + "}";

      Exception refusal =
          assertThrows(Exception.class, () -> json().read(input, Dtos.Containers.class), input);

      assertTrue(refusal.getMessage().contains(attribute + " must be a "), refusal.getMessage());
    }
    if (refused.get(0).startsWith("\"")) {
      String keys = "{\"map\":{" + refused.get(0) + ":1}}";
      Exception refusal =
          assertThrows(Exception.class, () -> json().read(keys, Dtos.Containers.class), keys);
      assertTrue(refusal.getMessage().contains("map must be a "), refusal.getMessage());
    }
    String nested = "{\"lists\":[[" + refused.get(0) + "]]}";
    assertThrows(Exception.class, () -> json().read(nested, Dtos.Nested.class), nested);
  }

  @Test
  void shouldNameTheRuleInTheMessage() {
    Exception text =
        assertThrows(Exception.class, () -> json().read("{\"id\":\"+5\"}", Dtos.Order.class));
    Exception real =
        assertThrows(Exception.class, () -> json().read("{\"id\":1.5}", Dtos.Order.class));

    assertTrue(
        text.getMessage()
            .contains(
                "id must be a decimal integer from 0 to 9223372036854775807 without sign, blanks"
                    + " or leading zeros"),
        text.getMessage());
    assertTrue(
        real.getMessage()
            .contains("id must be a string or an integer number, not a floating point number"),
        real.getMessage());
  }

  @Test
  void shouldTreatNullAsJacksonDoes() throws Exception {
    assertNull(json().read("{\"id\":null}", Dtos.Boxed.class).id());
    assertNull(json().read("{}", Dtos.Boxed.class).id());
    assertEquals(
        Arrays.asList(1L, null), json().read("{\"list\":[1,null]}", Dtos.Containers.class).list());
    // a long that is not an id tells what this line and version does
    assertEquals(
        outcome("{\"id\":null,\"count\":0}", Dtos.Plain.class).replace("Plain", "Marked"),
        outcome("{\"id\":null,\"count\":0}", Dtos.Marked.class));
    assertEquals(
        outcome("{\"count\":0}", Dtos.Plain.class).replace("Plain", "Marked"),
        outcome("{\"count\":0}", Dtos.Marked.class));
    assertEquals(
        outcome("[null]", long[].class).contains("Exception"),
        outcome("{\"primitives\":[null]}", Dtos.Containers.class).contains("Exception"));
  }

  @Test
  void shouldReadContainers() throws Exception {
    Dtos.Containers value =
        json()
            .read(
                "{\"list\":[\"132271570944004097\",1],\"set\":[\"2\"],\"collection\":[\"3\"],"
                    + "\"boxes\":[\"4\",null],\"primitives\":[\"132271570944004097\",6],"
                    + "\"map\":{\"7\":\"8\"}}",
                Dtos.Containers.class);

    assertEquals(List.of(ID, 1L), value.list());
    assertEquals(Set.of(2L), value.set());
    assertEquals(List.of(BigInteger.valueOf(3)), List.copyOf(value.collection()));
    assertArrayEquals(new Long[] {4L, null}, value.boxes());
    assertArrayEquals(new long[] {ID, 6}, value.primitives());
    assertEquals(Map.of(7L, 8L), value.map());
  }

  @Test
  void shouldReadNestedContainers() throws Exception {
    Dtos.Nested value =
        json()
            .read(
                "{\"lists\":[[\"1\",2],[]],\"map\":{\"a\":[\"3\"]},\"maps\":[{\"b\":\"4\"}],"
                    + "\"matrix\":[[\"5\"]]}",
                Dtos.Nested.class);

    assertEquals(List.of(List.of(1L, 2L), List.of()), value.lists());
    assertArrayEquals(new long[] {3}, value.map().get("a"));
    assertEquals(List.of(Map.of("b", 4L)), value.maps());
    assertArrayEquals(new Long[][] {{5L}}, value.matrix());
  }

  @Test
  void shouldTellAMarkedContainerFromAnUnmarkedOneOfTheSameType() throws Exception {
    assertEquals(
        new Dtos.Maybe(Optional.of(1L), Optional.of(5L)),
        json().read("{\"id\":\"1\",\"count\":\"+5\"}", Dtos.Maybe.class));
    assertEquals(
        new Dtos.MaybeLast(Optional.of(5L), Optional.of(1L)),
        json().read("{\"id\":\"1\",\"count\":\"+5\"}", Dtos.MaybeLast.class));
    assertEquals(
        new Dtos.Lists(List.of(1L), List.of(5L)),
        json().read("{\"ids\":[\"1\"],\"counts\":[\"+5\"]}", Dtos.Lists.class));
    assertThrows(Exception.class, () -> json().read("{\"id\":\"+5\"}", Dtos.Maybe.class));
    assertThrows(Exception.class, () -> json().read("{\"id\":\"+5\"}", Dtos.MaybeLast.class));
  }

  @Test
  void shouldReadWhereverTheAnnotationStands() throws Exception {
    assertEquals(ID, json().read("{\"id\":\"" + ID + "\"}", Dtos.Entity.class).getId());
    assertEquals(ID, json().read("{\"id\":\"" + ID + "\"}", Dtos.OnParameter.class).getId());
    assertEquals(ID, json().read("{\"id\":\"" + ID + "\"}", Dtos.OnSetter.class).getId());
    assertEquals(ID, json().read("{\"id\":\"" + ID + "\"}", Dtos.Sub.class).id);
    assertEquals(ID, json().read("{\"id\":\"" + ID + "\"}", Dtos.AnyNumber.class).id());
    assertEquals(ID, json().read("{\"id\":\"" + ID + "\"}", Dtos.Anything.class).id());
    assertEquals("1", json().read("{\"id\":\"1\"}", Dtos.Text.class).id());
    assertEquals(List.of("a"), json().read("{\"ids\":[\"a\"]}", Dtos.Texts.class).ids());
    assertEquals(Map.of("a", 1L), json().read("{\"a\":\"1\"}", Dtos.AnyIds.class).getIds());
    assertEquals(
        new Dtos.Invoice(ID),
        json().read("{\"id\":\"" + ID + "\",\"kind\":\"invoice\"}", Dtos.Document.class));
    assertEquals(
        ID, json().read("{\"order_id\":\"" + ID + "\"}", Dtos.Unwrapping.class).order.getId());
    assertEquals(
        new Dtos.OptedOut(5, List.of(6L)),
        json().read("{\"id\":\"+5\",\"ids\":[\"+6\"]}", Dtos.OptedOut.class));
  }

  static Stream<Class<?>> strictTypes() {
    return Stream.of(
        Dtos.Entity.class,
        Dtos.OnParameter.class,
        Dtos.OnSetter.class,
        Dtos.Sub.class,
        Dtos.Composed.class,
        Dtos.AnyNumber.class,
        Dtos.Anything.class,
        Dtos.Invoice.class,
        Dtos.Wrapped.class,
        Dtos.WrappedMarked.class,
        Dtos.AnyIds.class,
        Dtos.Viewed.class);
  }

  @ParameterizedTest
  @MethodSource("strictTypes")
  void shouldBeStrictWhereverTheAnnotationStands(Class<?> type) {
    String kind = type == Dtos.Invoice.class ? ",\"kind\":\"invoice\"" : "";

    Exception text =
        assertThrows(Exception.class, () -> json().read("{\"id\":\" 5\"" + kind + "}", type));
    Exception real =
        assertThrows(Exception.class, () -> json().read("{\"id\":5.5" + kind + "}", type));

    assertTrue(text.getMessage().contains(" must be a decimal integer"), text.getMessage());
    assertTrue(real.getMessage().contains(" must be a string or an integer"), real.getMessage());
  }

  @Test
  void shouldReadWrappers() throws Exception {
    for (Json json : List.of(json(), json().withoutCoercions())) {
      assertEquals(
          new Dtos.Wrapped(new Dtos.Wrapper(ID), List.of(new Dtos.Wrapper(1), new Dtos.Wrapper(2))),
          json.read("{\"id\":\"" + ID + "\",\"others\":[\"1\",2]}", Dtos.Wrapped.class));
      assertEquals(
          new Dtos.WrappedMarked(new Dtos.MarkedWrapper(ID), new Dtos.MarkedWrapper(1)),
          json.read("{\"id\":\"" + ID + "\",\"other\":1}", Dtos.WrappedMarked.class));
      assertEquals(
          new Dtos.MarkedWrapper(ID), json.read("\"" + ID + "\"", Dtos.MarkedWrapper.class));
      assertEquals(
          new Dtos.WrappedText(new Dtos.TextWrapper("a")),
          json.read("{\"id\":\"a\"}", Dtos.WrappedText.class));
    }
    assertNull(json().read("{\"id\":null}", Dtos.Wrapped.class).id());
  }

  @Test
  void shouldUpdateInPlace() throws Exception {
    Dtos.Entity entity = new Dtos.Entity(1L);

    json().update(entity, "{\"id\":\"" + ID + "\"}");

    assertEquals(ID, entity.getId());
    assertThrows(Exception.class, () -> json().update(entity, "{\"id\":\"5 \"}"));
  }

  @Test
  void shouldMergeIntoAContainer() throws Exception {
    assertEquals(List.of(1L, 2L), json().read("{\"ids\":[\"2\"]}", Dtos.Merging.class).ids);
    assertThrows(Exception.class, () -> json().read("{\"ids\":[\"+2\"]}", Dtos.Merging.class));
  }

  @Test
  void shouldBeStrictAboutAFieldThatTheMapperMustNotSee() throws Exception {
    Json json = json().withoutInferredMutators();

    assertEquals(5, json.read("{\"id\":\"5\",\"count\":\"+5\"}", Dtos.Hidden.class).getId());
    assertThrows(Exception.class, () -> json.read("{\"id\":\"+5\"}", Dtos.Hidden.class));
    assertThrows(Exception.class, () -> json.read("{\"orderIds\":[\"+5\"]}", Dtos.Hidden.class));
  }

  @Test
  void shouldReadContainersWithTypeIds() throws Exception {
    Json json = json().withDefaultTyping();
    Dtos.Lists value =
        new Dtos.Lists(new ArrayList<>(List.of(ID, 1L)), new ArrayList<>(List.of(2L)));

    assertEquals(value, json.read(json.write(value), Dtos.Lists.class));
  }

  @Test
  void shouldHonourMixIns() throws Exception {
    Json json = json().withMixIn(Dtos.Plain.class, Dtos.PlainMixIn.class);

    assertEquals(
        new Dtos.Plain(ID, 5),
        json.read("{\"id\":\"" + ID + "\",\"count\":\"+5\"}", Dtos.Plain.class));
    assertThrows(Exception.class, () -> json.read("{\"id\":\"+5\"}", Dtos.Plain.class));
  }

  @ParameterizedTest
  @CsvSource({"AnInt", "ADouble", "AnEntry", "AUuid", "Ints", "UuidLists"})
  void shouldRefuseATypeThatHoldsNoIdAndNameTheAttribute(String name) throws Exception {
    Class<?> type = Class.forName(StringIdWritingContract.class.getName() + "$" + name);

    Exception refusal = assertThrows(Exception.class, () -> json().read("{\"id\":1}", type));

    assertTrue(refusal.getMessage().contains("@StringId needs a long"), refusal.getMessage());
    assertTrue(refusal.getMessage().contains(": id="), refusal.getMessage());
  }

  private String outcome(String json, Class<?> type) {
    try {
      return json().read(json, type).toString();
    } catch (Exception e) {
      return e.getClass().getSimpleName();
    }
  }
}
