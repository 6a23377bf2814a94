package dev.snowflakeid.json;

import static dev.snowflakeid.json.Dtos.ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonIdentityReference;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.ObjectIdGenerators.IntSequenceGenerator;
import com.fasterxml.jackson.annotation.ObjectIdGenerators.PropertyGenerator;
import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.StringId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** References to objects by their id. */
public abstract class ObjectIdContract {

  protected abstract Json json();

  @JsonIdentityInfo(generator = PropertyGenerator.class, property = "id")
  @JsonPropertyOrder({"name", "id", "next"})
  static class Node {
    @SnowflakeId public long id;
    public long name;
    public @Nullable Node next;
  }

  @JsonIdentityInfo(generator = PropertyGenerator.class, property = "id")
  static class Wide {
    @StringId public Long id = ID;
    public int a;
    public int b;
    public int c;
    public int d;
    public int e;
    public int f;
  }

  record WideTwice(Wide first, Wide second) {}

  static class Author {
    public long rank;
    @StringId public Long id = ID;
  }

  record Book(
      @JsonIdentityInfo(generator = PropertyGenerator.class, property = "id")
          @JsonIdentityReference(alwaysAsId = true)
          Author author,
      @JsonIdentityInfo(generator = PropertyGenerator.class, property = "rank")
          @JsonIdentityReference(alwaysAsId = true)
          Author ranked) {}

  record AuthorId(@JsonValue long value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    AuthorId {}
  }

  @JsonIdentityInfo(generator = PropertyGenerator.class, property = "id")
  static class Typed {
    @StringId public @Nullable AuthorId id;
  }

  record Types(Typed first, Typed second) {}

  @JsonIdentityInfo(generator = IntSequenceGenerator.class, property = "@ref")
  static class Numbered {
    @StringId public long id = ID;
  }

  record Numbers(Numbered first, Numbered second) {}

  @JsonIdentityInfo(generator = PropertyGenerator.class, property = "id")
  static class Unmarked {
    public long id = 1;
    @StringId public long other = ID;
  }

  record Unmarkeds(Unmarked first, Unmarked second) {}

  @Test
  void shouldWriteAReferenceAsTheStringThatTheIdIs() throws Exception {
    Node node = new Node();
    node.id = ID;
    node.next = node;

    assertEquals(
        "{\"id\":\"132271570944004097\",\"name\":0,\"next\":\"132271570944004097\"}",
        json().write(node));
  }

  @Test
  void shouldDoSoForATypeWithManyProperties() throws Exception {
    Wide wide = new Wide();

    String json = json().write(new WideTwice(wide, wide));

    assertEquals("\"132271570944004097\"}", json.substring(json.lastIndexOf(':') + 1));
  }

  @Test
  void shouldDoSoWhenTheReferenceIsDeclaredOnTheReferringAttribute() throws Exception {
    assertEquals(
        "{\"author\":\"132271570944004097\",\"ranked\":0}",
        json().write(new Book(new Author(), new Author())));
  }

  @Test
  void shouldDoSoForAWrappedId() throws Exception {
    Typed typed = new Typed();
    typed.id = new AuthorId(ID);

    assertEquals(
        "{\"first\":{\"id\":\"132271570944004097\"},\"second\":\"132271570944004097\"}",
        json().write(new Types(typed, typed)));
  }

  @Test
  void shouldLeaveOtherObjectIdsAlone() throws Exception {
    Numbered numbered = new Numbered();
    Unmarked unmarked = new Unmarked();

    assertEquals(
        "{\"first\":{\"@ref\":1,\"id\":\"132271570944004097\"},\"second\":1}",
        json().write(new Numbers(numbered, numbered)));
    assertEquals(
        "{\"first\":{\"id\":1,\"other\":\"132271570944004097\"},\"second\":1}",
        json().write(new Unmarkeds(unmarked, unmarked)));
  }

  @Test
  void shouldResolveAReferenceFromAStringOrAnInteger() throws Exception {
    for (Json json : List.of(json(), json().withoutCoercions())) {
      for (String reference : List.of("\"" + ID + "\"", Long.toString(ID))) {
        Node node =
            json.read("{\"id\":\"" + ID + "\",\"name\":1,\"next\":" + reference + "}", Node.class);

        assertEquals(ID, node.id);
        assertSame(node, node.next);
      }
    }
    Types types = json().read("{\"first\":{\"id\":\"1\"},\"second\":\"1\"}", Types.class);
    assertSame(types.first(), types.second());
  }

  @Test
  void shouldRefuseAReferenceThatIsNoId() {
    assertThrows(Exception.class, () -> json().read("{\"id\":\"1\",\"next\":\"+1\"}", Node.class));
    assertThrows(Exception.class, () -> json().read("{\"id\":1.0}", Node.class));
    assertThrows(Exception.class, () -> json().read("{\"id\":\" 1\"}", Node.class));
  }

  record Review(
      Author author,
      @JsonIdentityInfo(generator = PropertyGenerator.class, property = "id") Author first,
      @JsonIdentityInfo(generator = PropertyGenerator.class, property = "id") Author second) {}

  @Test
  void shouldReadStrictlyWhatTheReferringAttributeDeclares() throws Exception {
    String authors = "{\"author\":{\"id\":\"1\"},\"first\":{\"id\":\"5\"},\"second\":#}";

    Review review = json().read(authors.replace("#", "\"5\""), Review.class);

    assertSame(review.first(), review.second());
    for (String reference : List.of("\"+5\"", "\" 5\"", "\"05\"", "-5")) {
      Exception refusal =
          assertThrows(
              Exception.class,
              () -> json().read(authors.replace("#", reference), Review.class),
              reference);
      assertTrue(refusal.getMessage().contains("id must be a "), refusal.getMessage());
    }
  }
}
