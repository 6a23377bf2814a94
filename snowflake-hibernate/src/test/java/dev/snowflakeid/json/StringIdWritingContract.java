package dev.snowflakeid.json;

import static dev.snowflakeid.json.Dtos.ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.StringId;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.AbstractMap.SimpleEntry;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How ids are written. */
public abstract class StringIdWritingContract {

  protected abstract Json json();

  @Test
  void shouldQuoteOnlyTheMarkedAttribute() throws Exception {
    assertEquals(
        "{\"id\":\"132271570944004097\",\"count\":132271570944004098,\"total\":7}",
        json().write(new Dtos.Order(ID, ID + 1, 7L)));
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        1,
        4_194_304,
        9_007_199_254_740_992L,
        ID,
        132_271_570_948_194_303L,
        240_044_212_224_069_649L,
        Long.MAX_VALUE
      })
  void shouldWriteEveryValueDigitForDigitAndReadItBack(long id) throws Exception {
    String json = json().write(new Dtos.Boxed(id));

    assertEquals("{\"id\":\"" + id + "\"}", json);
    assertEquals(new Dtos.Boxed(id), json().read(json, Dtos.Boxed.class));
  }

  @Test
  void shouldLeaveNullAlone() throws Exception {
    assertEquals("{\"id\":null}", json().write(new Dtos.Boxed(null)));
  }

  static Stream<Arguments> scalars() {
    Dtos.Sub sub = new Dtos.Sub();
    sub.id = ID;
    return Stream.of(
        Arguments.of(new Dtos.Entity(ID), "{'id':'#','version':0}"),
        Arguments.of(new Dtos.EntityProxy(ID), "{'id':'#','version':0}"),
        Arguments.of(new Dtos.OnGetter(ID), "{'id':'#'}"),
        Arguments.of(new Dtos.OnParameter(ID), "{'id':'#'}"),
        Arguments.of(new Dtos.Composed(ID, ID), "{'id':'#','order':'#'}"),
        Arguments.of(sub, "{'id':'#','version':0}"),
        Arguments.of(new Dtos.Big(BigInteger.valueOf(ID)), "{'id':'#'}"),
        Arguments.of(new Dtos.Text("" + ID), "{'id':'#'}"),
        Arguments.of(new Dtos.AnyNumber(ID), "{'id':'#'}"),
        Arguments.of(new Dtos.AnyNumber(BigInteger.valueOf(ID)), "{'id':'#'}"),
        Arguments.of(new Dtos.AnyNumber(5), "{'id':'5'}"),
        Arguments.of(new Dtos.Anything(ID), "{'id':'#'}"),
        Arguments.of(new Dtos.Anything("" + ID), "{'id':'#'}"),
        Arguments.of(new Dtos.Anything(List.of(ID, List.of(ID))), "{'id':['#',['#']]}"),
        Arguments.of(new Dtos.Anything(new long[] {ID}), "{'id':['#']}"),
        Arguments.of(new Dtos.Anything(Map.of("a", ID)), "{'id':{'a':'#'}}"),
        Arguments.of(new Dtos.Reference(new AtomicReference<>(ID)), "{'id':'#'}"),
        Arguments.of(new Dtos.AsArray(ID, List.of(1L)), "['#',['1']]"),
        Arguments.of(new Dtos.Invoice(ID), "{'kind':'invoice','id':'#'}"),
        Arguments.of(Dtos.Unwrapping.of(ID), "{'order_id':'#','order_version':0}"),
        Arguments.of(new Dtos.MarkedWrapper(ID), "'#'"),
        Arguments.of(new Dtos.WrappedText(new Dtos.TextWrapper("a")), "{'id':'a'}"),
        Arguments.of(
            new Dtos.Wrapped(new Dtos.Wrapper(ID), List.of(new Dtos.Wrapper(1))),
            "{'id':'#','others':['1']}"),
        Arguments.of(
            new Dtos.WrappedMarked(new Dtos.MarkedWrapper(ID), new Dtos.MarkedWrapper(1)),
            "{'id':'#','other':'1'}"),
        Arguments.of(new Dtos.Wrapper(1), "1"));
  }

  @ParameterizedTest
  @MethodSource("scalars")
  void shouldWriteAStringWhereverTheAnnotationStands(Object value, String expected)
      throws Exception {
    assertEquals(expand(expected), json().write(value));
  }

  @Test
  void shouldWriteTheElementsOfContainersAsStrings() throws Exception {
    Dtos.Containers value =
        new Dtos.Containers(
            Arrays.asList(ID, 1L, null),
            Set.of(ID),
            List.of(BigInteger.valueOf(ID)),
            new Long[] {ID, null},
            new long[] {ID, 2},
            Map.of(3L, ID));

    assertEquals(
        expand(
            "{'list':['#','1',null],'set':['#'],'collection':['#'],'boxes':['#',null],"
                + "'primitives':['#','2'],'map':{'3':'#'}}"),
        json().write(value));
  }

  @Test
  void shouldWriteTheElementsOfNestedContainersAsStrings() throws Exception {
    Dtos.Nested value =
        new Dtos.Nested(
            List.of(List.of(ID), List.of()),
            Map.of("a", new long[] {ID}),
            List.of(Map.of("b", ID)),
            new Long[][] {{ID}, {1L}});

    assertEquals(
        expand("{'lists':[['#'],[]],'map':{'a':['#']},'maps':[{'b':'#'}],'matrix':[['#'],['1']]}"),
        json().write(value));
  }

  @Test
  void shouldTellAMarkedContainerFromAnUnmarkedOneOfTheSameType() throws Exception {
    assertEquals(
        expand("{'id':'#','count':2}"),
        json().write(new Dtos.Maybe(Optional.of(ID), Optional.of(2L))));
    assertEquals(
        expand("{'count':2,'id':'#'}"),
        json().write(new Dtos.MaybeLast(Optional.of(2L), Optional.of(ID))));
    assertEquals(
        expand("{'ids':['#'],'counts':[2]}"),
        json().write(new Dtos.Lists(List.of(ID), List.of(2L))));
    assertEquals(
        expand("{'id':null,'count':null}"),
        json().write(new Dtos.Maybe(Optional.empty(), Optional.empty())));
  }

  @Test
  void shouldWriteTheValuesOfAnAnyGetterAsStrings() throws Exception {
    Dtos.AnyIds any = new Dtos.AnyIds();
    any.put("a", ID);

    assertEquals(expand("{'a':'#'}"), json().write(any));
  }

  @Test
  void shouldWriteAnInterfaceProjectionBehindAProxy() throws Exception {
    Object projection =
        Proxy.newProxyInstance(
            Dtos.Projection.class.getClassLoader(),
            new Class<?>[] {Dtos.Projection.class},
            (proxy, method, arguments) -> ID);

    assertEquals(expand("{'id':'#'}"), json().write(projection));
  }

  @Test
  void shouldHonourMixInsAndViews() throws Exception {
    assertEquals(
        expand("{'id':'#','count':1}"),
        json().withMixIn(Dtos.Plain.class, Dtos.PlainMixIn.class).write(new Dtos.Plain(ID, 1)));
    assertEquals(
        expand("{'id':'#'}"), json().writeWithView(Dtos.Summary.class, new Dtos.Viewed(ID, 1)));
  }

  @Test
  void shouldFindTheAnnotationOnAFieldThatTheMapperMustNotSee() throws Exception {
    String json = json().withoutInferredMutators().write(new Dtos.HiddenProxy());

    assertTrue(json.contains(expand("'id':'#'")), json);
    assertTrue(json.contains(expand("'orderIds':['#']")), json);
    assertTrue(json.contains(expand("'count':1")), json);
  }

  @Test
  void shouldLeaveOutWhatIsEmpty() throws Exception {
    assertEquals(
        expand("{'id':'#'}"), json().write(new Dtos.NonEmpty(ID, null, new long[0], List.of())));
  }

  @Test
  void shouldWriteNumbersOnRequest() throws Exception {
    assertEquals("{\"id\":1,\"ids\":[2]}", json().write(new Dtos.OptedOut(1, List.of(2L))));
  }

  @Test
  void shouldWriteNoTypeIdForAnId() throws Exception {
    Json typed = json().withDefaultTyping();
    String json = typed.write(new Dtos.Anything(ID));

    assertTrue(json.contains(expand("'id':'#'")), json);
    assertEquals(new Dtos.Anything(ID), typed.read(json, Dtos.Anything.class));
  }

  record AnInt(@StringId int id) {}

  record ADouble(@StringId double id) {}

  record AnEntry(@StringId Map.Entry<String, Long> id) {}

  record AUuid(@StringId @Nullable UUID id) {}

  record Ints(@StringId int[] id) {}

  record UuidLists(@StringId List<List<UUID>> id) {}

  static Stream<Object> unsupported() {
    return Stream.of(
        new AnInt(1),
        new ADouble(1),
        new AnEntry(new SimpleEntry<>("a", 1L)),
        new AUuid(null),
        new Ints(new int[] {1}),
        new UuidLists(List.of()),
        new Dtos.AnyNumber(1.5),
        new Dtos.Anything(new AtomicInteger(1)),
        new Dtos.Anything(List.of(new int[] {1})),
        new Dtos.Anything(Path.of("a")));
  }

  @ParameterizedTest
  @MethodSource("unsupported")
  void shouldRefuseATypeThatHoldsNoIdAndNameTheAttribute(Object value) {
    Exception refusal = assertThrows(Exception.class, () -> json().write(value));

    assertTrue(refusal.getMessage().contains("@StringId needs a long"), () -> refusal.getMessage());
    assertTrue(
        refusal.getMessage().contains(value.getClass().getSimpleName() + ".id="),
        () -> refusal.getMessage());
    assertTrue(refusal.getClass().getSimpleName().equals("InvalidDefinitionException"));
  }

  private static String expand(String template) {
    return template.replace('\'', '"').replace("#", Long.toString(ID));
  }
}
