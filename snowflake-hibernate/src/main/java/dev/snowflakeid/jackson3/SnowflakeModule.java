package dev.snowflakeid.jackson3;

import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.StringId;
import tools.jackson.core.Version;
import tools.jackson.databind.JacksonModule;

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
 * Number} and {@code Object}, a type with a {@code @JsonValue} of those, and arrays, collections,
 * optionals and map values of them, nested at will. A {@code String} is one already and stays as it
 * is. On any other type the annotation is a definition error that names the attribute, so an id
 * never slips out as a number.
 *
 * <p>What is read is a decimal integer from 0 to 2<sup>63</sup> − 1, written as {@link
 * dev.snowflakeid.SnowflakeLayout#parseId canonical digits} or as a JSON integer; floating point
 * numbers, signs, blanks and leading zeros are refused, whatever coercions the mapper allows. Null
 * is what Jackson makes of it.
 *
 * <p>References that {@code @JsonIdentityInfo} writes in place of an object are strings if the id
 * is. Map keys are strings in JSON anyway and are left to Jackson. {@code @JsonSerialize},
 * {@code @JsonDeserialize} and {@code @JsonFormat(shape = NUMBER)} on the attribute win.
 */
public final class SnowflakeModule extends JacksonModule {

  @Override
  public String getModuleName() {
    return "snowflake-id";
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
  }
}
