package dev.snowflakeid.json.it;

import static dev.snowflakeid.json.it.Row.ID;

import java.math.BigInteger;
import java.util.AbstractMap.SimpleEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The shapes in which an id occurs, and what becomes of each. */
final class Rows {

  private static final String ONE = "{'id':#}";
  private static final String MANY = "{'ids':[#,#]}";

  private Rows() {}

  static Stream<Row> all() {
    return Stream.of(places(), types(), containers(), features(), kotlin(), others())
        .flatMap(rows -> rows);
  }

  private static Stream<Row> places() {
    return Stream.of(
        Row.of("private field of an entity", () -> new Shapes.Entity(ID), ONE),
        Row.of("the same behind a proxy that is a subclass", () -> new Shapes.Proxy(ID), ONE),
        Row.of("field, the only thing the mapper sees", () -> filled(new Shapes.FieldsOnly()), ONE),
        Row.of("getter", () -> filled(new Shapes.OnGetter()), ONE),
        Row.of("setter", () -> filled(new Shapes.OnSetter()), ONE),
        Row.of("record component", () -> new Shapes.Primitive(ID), ONE),
        Row.of("creator's parameter", () -> new Shapes.OnParameter(ID), ONE),
        Row.of("final field, set by a creator", () -> new Shapes.FinalField(ID), ONE)
            .lenientWith(Line.JACKSON_3, Line.JACKSON_3_AFTERBURNER),
        Row.of("builder's method", () -> new Shapes.Built(ID), ONE),
        Row.of("generic superclass", () -> filled(new Shapes.Generic()), ONE),
        Row.of("annotation of your own that carries it", () -> new Shapes.Composed(ID), ONE),
        Row.of("mix-in", () -> new Shapes.Plain(ID), ONE),
        Row.of("interface projection (a JDK proxy)", Rows::projection, ONE).reads("error"));
  }

  private static Stream<Row> types() {
    return Stream.of(
        Row.of("`long`", () -> new Shapes.Primitive(ID), ONE),
        Row.of("`Long`", () -> new Shapes.Boxed(ID), ONE),
        Row.of("`BigInteger`", () -> new Shapes.Big(BigInteger.valueOf(ID)), ONE),
        Row.of("`Number`", () -> new Shapes.AnyNumber(ID), ONE),
        Row.of("`Object`", () -> new Shapes.Anything(ID), ONE),
        Row.of("`AtomicLong`", () -> new Shapes.Atomic(new AtomicLong(ID)), ONE),
        Row.of("`OptionalLong`", () -> new Shapes.MaybeLong(OptionalLong.of(ID)), ONE),
        Row.of("`Optional<Long>`", () -> new Shapes.Maybe(Optional.of(ID)), ONE),
        Row.of(
            "`AtomicReference<Long>`", () -> new Shapes.Reference(new AtomicReference<>(ID)), ONE),
        Row.of("`String`: it is one already", () -> new Shapes.Text("" + ID), ONE)
            .reads("as Jackson does"),
        Row.of("type with a `@JsonValue`", () -> new Shapes.Wrapped(new Shapes.Wrapper(ID)), ONE),
        Row.of(
            "type whose `@JsonValue` is marked",
            () -> new Shapes.WrappedMarked(new Shapes.MarkedWrapper(ID)),
            ONE));
  }

  private static Stream<Row> containers() {
    return Stream.of(
        Row.of("`List<Long>`", () -> new Shapes.Lists(List.of(ID, ID)), MANY),
        Row.of("`Set<Long>`", () -> new Shapes.Sets(Set.of(ID)), "{'ids':[#]}"),
        Row.of("`Collection<Long>`", () -> new Shapes.Collections(List.of(ID, ID)), MANY),
        Row.of("`Iterable<Long>`", () -> new Shapes.Iterables(List.of(ID, ID)), MANY),
        Row.of(
            "`Iterable<Long>` that is no collection",
            () -> new Shapes.Iterables(() -> List.of(ID, ID).iterator()),
            MANY),
        Row.of("`Iterator<Long>`", () -> new Shapes.Iterators(List.of(ID, ID).iterator()), MANY)
            .reads("error"),
        Row.of("`Stream<Long>`", () -> new Shapes.Streams(Stream.of(ID, ID)), MANY).reads("error"),
        Row.of("`LongStream`", () -> new Shapes.LongStreams(LongStream.of(ID, ID)), MANY)
            .reads("error"),
        Row.of("`Long[]`", () -> new Shapes.Boxes(new Long[] {ID, ID}), MANY),
        Row.of("`long[]`", () -> new Shapes.Primitives(new long[] {ID, ID}), MANY),
        Row.of("`Map<String, Long>`", () -> new Shapes.Values(Map.of("a", ID)), "{'ids':{'a':#}}"),
        Row.of(
            "`Map<Long, Long>`", () -> new Shapes.Keys(Map.of(ID, ID)), "{'ids':{'" + ID + "':#}}"),
        Row.of(
            "`Map<String, List<Long>>`",
            () -> new Shapes.MapOfLists(Map.of("a", List.of(ID))),
            "{'ids':{'a':[#]}}"),
        Row.of(
            "`List<List<Long>>`",
            () -> new Shapes.ListOfLists(List.of(List.of(ID), List.of())),
            "{'ids':[[#],[]]}"),
        Row.of(
            "`List<Iterable<Long>>`",
            () -> new Shapes.ListOfIterables(List.of(List.of(ID), List.of())),
            "{'ids':[[#],[]]}"),
        Row.of(
            "`List<long[]>`",
            () -> new Shapes.ListOfArrays(List.of(new long[] {ID})),
            "{'ids':[[#]]}"),
        Row.of("`Long[][]`", () -> new Shapes.Matrix(new Long[][] {{ID}, {}}), "{'ids':[[#],[]]}"),
        Row.of(
            "`List<Optional<Long>>`",
            () -> new Shapes.ListOfOptionals(List.of(Optional.of(ID))),
            "{'ids':[#]}"),
        Row.of("`Object` that is a list", () -> new Shapes.Anything(List.of(ID)), "{'id':[#]}")
            .reads("error"));
  }

  private static Stream<Row> features() {
    return Stream.of(
        Row.of("`@JsonIdentityInfo` on the class", Rows::node, "{'id':#,'next':#}"),
        Row.of(
                "`@JsonIdentityInfo` on the referring attribute",
                Rows::book,
                "{'author':{'id':#},'editor':#}")
            .lenientWith(
                Line.JACKSON_2_AFTERBURNER, Line.JACKSON_2_BLACKBIRD, Line.JACKSON_3_AFTERBURNER),
        Row.of(
            "`@JsonIdentityReference(alwaysAsId = true)`",
            () -> new Shapes.Referring(lone(), lone()),
            "{'first':{'id':#,'next':null},'second':#}"),
        Row.of("polymorphic type", () -> new Shapes.Invoice(ID), "{'kind':'invoice','id':#}"),
        Row.of("`@JsonView`", () -> new Shapes.Viewed(ID), ONE),
        Row.of("`@JsonUnwrapped`", Rows::unwrapping, "{'order_id':#}"),
        Row.of("`@JsonAnyGetter` and `@JsonAnySetter`", Rows::any, "{'a':#}"),
        Row.of("object as an array", () -> new Shapes.AsArray(ID), "[#]"));
  }

  private static Stream<Row> kotlin() {
    return Stream.of(
        Row.of("Kotlin `Long`", () -> new KotlinLong(ID), ONE),
        Row.of("Kotlin `Long` with `@field:StringId`", () -> new KotlinField(ID), ONE)
            .lenientWith(Line.JACKSON_3, Line.JACKSON_3_AFTERBURNER),
        Row.of("Kotlin `Long?`", () -> new KotlinNullable(ID), ONE),
        Row.of("Kotlin `List<Long>`", () -> new KotlinList(List.of(ID, ID)), MANY),
        Row.of("Kotlin value class with `@get:StringId`", () -> KotlinShapesKt.valueGetter(ID), ONE)
            .writes("error")
            .reads("error"),
        Row.of(
                "Kotlin value class with `@param:StringId` alone",
                () -> KotlinShapesKt.valueParameter(ID),
                ONE)
            .writes("number")
            .reads("as Jackson does"),
        Row.of("Kotlin `var`", () -> filled(new KotlinProperty()), ONE));
  }

  private static Stream<Row> others() {
    return Stream.of(
        Row.of("`@JsonFormat(shape = NUMBER)` beside it", () -> new Shapes.OptedOut(ID), ONE)
            .writes("number")
            .reads("as Jackson does"),
        Row.of("`int`", () -> new Shapes.AnInt(1), ONE).writes("error").reads("error"),
        Row.of("`double`", () -> new Shapes.ADouble(1), ONE).writes("error").reads("error"),
        Row.of("`UUID`", () -> new Shapes.AUuid(new UUID(1, 1)), ONE)
            .writes("error")
            .reads("error"),
        Row.of("`Map.Entry`", () -> new Shapes.AnEntry(new SimpleEntry<>("a", ID)), ONE)
            .writes("error")
            .reads("error"));
  }

  private static Object filled(Object target) {
    try {
      return Line.JACKSON_3.mapper().read("{\"id\":\"" + ID + "\"}", target.getClass());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object projection() {
    return java.lang.reflect.Proxy.newProxyInstance(
        Shapes.Projection.class.getClassLoader(),
        new Class<?>[] {Shapes.Projection.class},
        (proxy, method, arguments) -> ID);
  }

  private static Shapes.Node lone() {
    Shapes.Node node = new Shapes.Node();
    node.id = ID;
    return node;
  }

  private static Object node() {
    Shapes.Node node = lone();
    node.next = node;
    return node;
  }

  private static Object book() {
    Shapes.Book book = new Shapes.Book();
    book.author = new Shapes.Author();
    book.author.id = ID;
    book.editor = book.author;
    return book;
  }

  private static Object unwrapping() {
    Shapes.Unwrapping unwrapping = new Shapes.Unwrapping();
    unwrapping.order.setId(ID);
    return unwrapping;
  }

  private static Object any() {
    Shapes.AnyIds any = new Shapes.AnyIds();
    any.put("a", ID);
    return any;
  }
}
