package dev.snowflakeid.jackson3;

import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.StringId;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.core.Version;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.cfg.MapperBuilder;
import tools.jackson.databind.module.SimpleSerializers;

/**
 * Writes ids as JSON strings and reads them from strings or integers, without loss.
 *
 * <pre>{@code
 * JsonMapper mapper = JsonMapper.builder().addModule(new SnowflakeModule()).build();
 * }</pre>
 *
 * <p>{@code findAndAddModules()} finds it too; registering it twice is harmless.
 *
 * <p>Only attributes that carry {@link StringId}, directly or by way of {@link SnowflakeId} or an
 * annotation of your own, are affected: {@code long}, {@code Long}, {@code BigInteger}, {@code
 * AtomicLong}, {@code OptionalLong}, {@code Number} and {@code Object}, a type with a
 * {@code @JsonValue} of those, and arrays, iterables, optionals and map values of them, nested at
 * will. A {@code String} is one already and stays as it is. On any other type the annotation is a
 * definition error that names the attribute, so an id never slips out as a number. {@link Feature}s
 * do more.
 *
 * <p>What is read is a decimal integer from 0 to 2<sup>63</sup> − 1, written as {@link
 * dev.snowflakeid.SnowflakeLayout#parseId canonical digits} or as a JSON integer; floating point
 * numbers, signs, blanks and leading zeros are refused, whatever coercions the mapper allows. The
 * same holds for map keys. Null is what Jackson makes of it.
 *
 * <p>References that {@code @JsonIdentityInfo} writes in place of an object, and ids that
 * Hibernate's module writes in place of a lazy proxy, are strings if the id is.
 * {@code @JsonSerialize}, {@code @JsonDeserialize} and {@code @JsonFormat(shape = NUMBER)} on the
 * attribute win.
 */
public final class SnowflakeModule extends JacksonModule {

  /** What the module does beyond the attributes that are marked. */
  public enum Feature {
    /** Writes each {@code long} beyond ±(2<sup>53</sup> − 1) as a string, marked or not. */
    UNSAFE_LONGS,
    /** Writes each {@code long} as a string, marked or not. */
    ALL_LONGS,
    /**
     * Refuses to read an id from a JSON number above 2<sup>53</sup> − 1: a client that takes
     * numbers for doubles has rounded it already.
     */
    REFUSE_UNSAFE_NUMBERS
  }

  private final Set<Feature> features;

  /** Creates a module that affects nothing but marked attributes. */
  public SnowflakeModule() {
    this(new Feature[0]);
  }

  /**
   * Creates a module that does more.
   *
   * @throws IllegalArgumentException if both {@link Feature#UNSAFE_LONGS} and {@link
   *     Feature#ALL_LONGS} are wanted
   */
  public SnowflakeModule(Feature... features) {
    this.features = EnumSet.noneOf(Feature.class);
    this.features.addAll(List.of(features));
    if (this.features.containsAll(List.of(Feature.UNSAFE_LONGS, Feature.ALL_LONGS))) {
      throw new IllegalArgumentException(
          "UNSAFE_LONGS and ALL_LONGS exclude each other: features=" + this.features);
    }
  }

  @Override
  public String getModuleName() {
    return "snowflake-id";
  }

  /** A mapper that has found the plain module takes one with features too. */
  @Override
  public Object getRegistrationId() {
    return getModuleName() + features;
  }

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public void setupModule(SetupContext context) {
    context.appendAnnotationIntrospector(new StringIdIntrospector());
    context.addSerializerModifier(new StringIdSerializerModifier());
    context.addDeserializerModifier(new StringIdDeserializerModifier());
    if (features.contains(Feature.UNSAFE_LONGS)) {
      context.addSerializers(serializers(LongSerializer.UNSAFE));
    } else if (features.contains(Feature.ALL_LONGS)) {
      context.addSerializers(serializers(LongSerializer.ALL));
    }
    if (features.contains(Feature.REFUSE_UNSAFE_NUMBERS)) {
      MapperBuilder<?, ?> mapper = (MapperBuilder<?, ?>) context.getOwner();
      mapper.defaultAttributes(
          mapper
              .defaultAttributes()
              .withSharedAttribute(StringIdDeserializer.REFUSE_UNSAFE_NUMBERS, true));
    }
  }

  private static SimpleSerializers serializers(LongSerializer serializer) {
    SimpleSerializers serializers = new SimpleSerializers();
    // no AtomicLong: Jackson 2.19 and 3.0 cut one that is read from a string down to 32 bits
    for (Class<?> type : List.of(long.class, Long.class, long[].class, OptionalLong.class)) {
      serializers.addSerializer(type, serializer);
    }
    return serializers;
  }
}
