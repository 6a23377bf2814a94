package dev.snowflakeid.json.it;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonIdentityReference;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.JsonView;
import com.fasterxml.jackson.annotation.ObjectIdGenerators.PropertyGenerator;
import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.StringId;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
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
import org.jspecify.annotations.Nullable;

/** The classes behind the rows of the table. */
public final class Shapes {

  private Shapes() {}

  public static class Entity {
    @SnowflakeId private @Nullable Long id;

    public Entity() {}

    Entity(Long id) {
      this.id = id;
    }

    public @Nullable Long getId() {
      return id;
    }

    public void setId(Long id) {
      this.id = id;
    }
  }

  public static class Proxy extends Entity {
    public Proxy() {}

    Proxy(Long id) {
      super(id);
    }

    @Override
    public @Nullable Long getId() {
      return super.getId();
    }
  }

  public static class OnGetter {
    private long id;

    @StringId
    public long getId() {
      return id;
    }

    public void setId(long id) {
      this.id = id;
    }
  }

  public static class OnSetter {
    private long id;

    public long getId() {
      return id;
    }

    @StringId
    public void setId(long id) {
      this.id = id;
    }
  }

  public static class OnParameter {
    private final long id;

    @JsonCreator
    public OnParameter(@JsonProperty("id") @StringId long id) {
      this.id = id;
    }

    public long getId() {
      return id;
    }
  }

  public static class FinalField {
    @StringId private final long id;

    @JsonCreator
    public FinalField(@JsonProperty("id") long id) {
      this.id = id;
    }

    public long getId() {
      return id;
    }
  }

  @com.fasterxml.jackson.databind.annotation.JsonDeserialize(builder = Built.Builder.class)
  @tools.jackson.databind.annotation.JsonDeserialize(builder = Built.Builder.class)
  public record Built(@StringId long id) {
    public static class Builder {
      private long id;

      @StringId
      public Builder withId(long id) {
        this.id = id;
        return this;
      }

      public Built build() {
        return new Built(id);
      }
    }
  }

  @JsonAutoDetect(
      fieldVisibility = JsonAutoDetect.Visibility.ANY,
      getterVisibility = JsonAutoDetect.Visibility.NONE)
  public static class FieldsOnly {
    @StringId private long id;

    long id() {
      return id;
    }
  }

  public static class Base<T> {
    @StringId public @Nullable T id;
  }

  public static class Generic extends Base<Long> {}

  @StringId
  @Retention(RetentionPolicy.RUNTIME)
  public @interface OrderId {}

  public record Composed(@OrderId long id) {}

  public record Primitive(@StringId long id) {}

  public record Boxed(@StringId @Nullable Long id) {}

  public record Big(@StringId BigInteger id) {}

  public record Text(@StringId String id) {}

  public record AnyNumber(@StringId Number id) {}

  public record Anything(@StringId Object id) {}

  public record Atomic(@StringId AtomicLong id) {}

  public record MaybeLong(@StringId OptionalLong id) {}

  public record Maybe(@StringId Optional<Long> id) {}

  public record Reference(@StringId AtomicReference<Long> id) {}

  public record Lists(@StringId List<Long> ids) {}

  public record Sets(@StringId Set<Long> ids) {}

  public record Collections(@StringId Collection<Long> ids) {}

  public record Iterables(@StringId Iterable<Long> ids) {}

  public record Iterators(@StringId Iterator<Long> ids) {}

  public record Streams(@StringId Stream<Long> ids) {}

  public record LongStreams(@StringId LongStream ids) {}

  public record Boxes(@StringId Long[] ids) {}

  public record Primitives(@StringId long[] ids) {}

  public record Values(@StringId Map<String, Long> ids) {}

  public record Keys(@StringId Map<Long, Long> ids) {}

  public record MapOfLists(@StringId Map<String, List<Long>> ids) {}

  public record ListOfLists(@StringId List<List<Long>> ids) {}

  public record ListOfIterables(@StringId List<Iterable<Long>> ids) {}

  public record Matrix(@StringId Long[][] ids) {}

  public record ListOfOptionals(@StringId List<Optional<Long>> ids) {}

  public record ListOfArrays(@StringId List<long[]> ids) {}

  @JsonIdentityInfo(generator = PropertyGenerator.class, property = "id")
  public static class Node {
    @StringId public long id;
    public @Nullable Node next;
  }

  public static class Author {
    @StringId public long id;
  }

  public static class Book {
    @JsonIdentityInfo(generator = PropertyGenerator.class, property = "id")
    public @Nullable Author author;

    @JsonIdentityInfo(generator = PropertyGenerator.class, property = "id")
    public @Nullable Author editor;
  }

  public record Referring(Node first, @JsonIdentityReference(alwaysAsId = true) Node second) {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes(@JsonSubTypes.Type(value = Invoice.class, name = "invoice"))
  public interface Document {}

  public record Invoice(@StringId long id) implements Document {}

  public interface Summary {}

  public record Viewed(@JsonView(Summary.class) @StringId long id) {}

  public static class Unwrapping {
    @JsonUnwrapped(prefix = "order_")
    public Entity order = new Entity();
  }

  public record Plain(long id) {}

  public record PlainMixIn(@StringId long id) {}

  public record Wrapper(@JsonValue long value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Wrapper {}
  }

  public record Wrapped(@StringId Wrapper id) {}

  public record MarkedWrapper(@StringId @JsonValue long value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public MarkedWrapper {}
  }

  public record WrappedMarked(MarkedWrapper id) {}

  public static class AnyIds {
    private final Map<String, Long> ids = new LinkedHashMap<>();

    @JsonAnyGetter
    @StringId
    public Map<String, Long> getIds() {
      return ids;
    }

    @JsonAnySetter
    @StringId
    public void put(String name, Long id) {
      ids.put(name, id);
    }
  }

  public interface Projection {
    @StringId
    Long getId();
  }

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  public record AsArray(@StringId long id) {}

  public record OptedOut(@StringId @JsonFormat(shape = JsonFormat.Shape.NUMBER) long id) {}

  public record AnInt(@StringId int id) {}

  public record ADouble(@StringId double id) {}

  public record AUuid(@StringId UUID id) {}

  public record AnEntry(@StringId Map.Entry<String, Long> id) {}
}
