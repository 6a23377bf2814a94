package dev.snowflakeid.json;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonMerge;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.JsonView;
import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.StringId;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Shapes in which an id occurs. */
final class Dtos {

  /** 2026-01-01T00:00:00Z, worker 1, sequence 1; a double cannot hold it. */
  static final long ID = 132_271_570_944_004_097L;

  private Dtos() {}

  record Order(@StringId long id, long count, @Nullable Long total) {}

  record Boxed(@StringId @Nullable Long id) {}

  record Big(@StringId BigInteger id) {}

  record Text(@StringId String id) {}

  record AnyNumber(@StringId Number id) {}

  record Anything(@StringId Object id) {}

  record Containers(
      @StringId List<Long> list,
      @StringId Set<Long> set,
      @StringId Collection<BigInteger> collection,
      @StringId Long[] boxes,
      @StringId long[] primitives,
      @StringId Map<Long, Long> map) {}

  record Nested(
      @StringId List<List<Long>> lists,
      @StringId Map<String, long[]> map,
      @StringId List<Map<String, Long>> maps,
      @StringId Long[][] matrix) {}

  record Reference(@StringId AtomicReference<Long> id) {}

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record AsArray(@StringId long id, @StringId List<Long> ids) {}

  static class Merging {
    @JsonMerge @StringId public List<Long> ids = new ArrayList<>(List.of(1L));
  }

  /** Private fields with getters, among them a container. */
  static class Hidden {
    @SnowflakeId private long id = ID;
    @InvoiceOrderId private List<Long> orderIds = List.of(ID);
    private long count = 1;

    public long getId() {
      return id;
    }

    public void setId(long id) {
      this.id = id;
    }

    public List<Long> getOrderIds() {
      return orderIds;
    }

    public void setOrderIds(List<Long> orderIds) {
      this.orderIds = orderIds;
    }

    public long getCount() {
      return count;
    }

    public void setCount(long count) {
      this.count = count;
    }
  }

  static class HiddenProxy extends Hidden {
    @Override
    public long getId() {
      return super.getId();
    }
  }

  record Maybe(@StringId Optional<Long> id, Optional<Long> count) {}

  record MaybeLast(Optional<Long> count, @StringId Optional<Long> id) {}

  record Lists(@StringId List<Long> ids, List<Long> counts) {}

  record Texts(@StringId List<String> ids) {}

  static class Entity {
    @SnowflakeId private @Nullable Long id;
    private int version;

    Entity() {}

    Entity(Long id) {
      this.id = id;
    }

    public @Nullable Long getId() {
      return id;
    }

    public void setId(Long id) {
      this.id = id;
    }

    public int getVersion() {
      return version;
    }

    public void setVersion(int version) {
      this.version = version;
    }
  }

  /** As a proxy of an entity does. */
  static class EntityProxy extends Entity {
    EntityProxy(Long id) {
      super(id);
    }

    @Override
    public @Nullable Long getId() {
      return super.getId();
    }
  }

  static class OnGetter {
    private final long id;

    OnGetter(long id) {
      this.id = id;
    }

    @StringId
    public long getId() {
      return id;
    }
  }

  static class OnParameter {
    private final long id;

    @JsonCreator
    OnParameter(@JsonProperty("id") @StringId long id) {
      this.id = id;
    }

    public long getId() {
      return id;
    }
  }

  static class OnSetter {
    private long id;

    public long getId() {
      return id;
    }

    @StringId
    public void setId(long id) {
      this.id = id;
    }
  }

  @SnowflakeId
  @Retention(RetentionPolicy.RUNTIME)
  @interface OrderId {}

  @OrderId
  @Retention(RetentionPolicy.RUNTIME)
  @interface InvoiceOrderId {}

  record Composed(@OrderId Long id, @InvoiceOrderId Long order) {}

  static class Base<T> {
    @StringId public @Nullable T id;
  }

  static class Sub extends Base<Long> {
    public long version;
  }

  interface Projection {
    @StringId
    Long getId();
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes(@JsonSubTypes.Type(value = Invoice.class, name = "invoice"))
  interface Document {}

  record Invoice(@StringId long id) implements Document {}

  interface Summary {}

  interface Detail {}

  record Viewed(@JsonView(Summary.class) @StringId long id, @JsonView(Detail.class) long count) {}

  static class Unwrapping {
    @JsonUnwrapped(prefix = "order_")
    public Entity order = new Entity();

    static Unwrapping of(long id) {
      Unwrapping unwrapping = new Unwrapping();
      unwrapping.order.setId(id);
      return unwrapping;
    }
  }

  record Plain(long id, long count) {}

  record Marked(@StringId long id, long count) {}

  record PlainMixIn(@StringId long id) {}

  record MarkedWrapper(@StringId @JsonValue long value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    MarkedWrapper {}
  }

  record Wrapper(@JsonValue long value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    Wrapper {}
  }

  record TextWrapper(@JsonValue String value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    TextWrapper {}
  }

  record Wrapped(@StringId Wrapper id, @StringId List<Wrapper> others) {}

  record WrappedText(@StringId TextWrapper id) {}

  record WrappedMarked(MarkedWrapper id, @StringId MarkedWrapper other) {}

  static class AnyIds {
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

  record OptedOut(
      @StringId @JsonFormat(shape = JsonFormat.Shape.NUMBER) long id,
      @StringId @JsonFormat(shape = JsonFormat.Shape.NUMBER_INT) List<Long> ids) {}

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record NonEmpty(
      @StringId Long id,
      @StringId @Nullable Long none,
      @StringId long[] ids,
      @StringId List<Long> more) {}
}
