package dev.snowflakeid.openapi;

import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.StringId;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.annotation.Annotation;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Describes attributes and parameters that carry {@link StringId} as what they are in JSON: {@code
 * type: string}, {@code format: int64} and the pattern of {@link SnowflakeLayout#parseId canonical
 * digits}, inside arrays and maps too.
 *
 * <p>swagger-core finds it by itself, and with it springdoc. What {@code @Schema} says on the
 * attribute about its type wins.
 */
public final class StringIdModelConverter implements ModelConverter {

  /** Canonical digits; the bound of 2<sup>63</sup> − 1 is beyond a pattern. */
  static final String PATTERN = "^(0|[1-9][0-9]{0,18})$";

  @Override
  public @Nullable Schema<?> resolve(
      AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
    if (!chain.hasNext()) {
      return null;
    }
    Schema<?> schema = chain.next().resolve(type, context, chain);
    if (schema != null && isStringId(type.getCtxAnnotations())) {
      describe(schema);
    }
    return schema;
  }

  private static void describe(Schema<?> schema) {
    if (schema.getItems() != null) {
      describe(schema.getItems());
    }
    if (schema.getAdditionalProperties() instanceof Schema<?> values) {
      describe(values);
    }
    if (isInteger(schema)) {
      schema.setType("string");
      schema.setTypes(withString(schema.getTypes()));
      schema.setFormat("int64");
      schema.setPattern(PATTERN);
    }
  }

  /** OpenAPI 3.0 has one type; 3.1 a set of them, one of which may be null. */
  private static boolean isInteger(Schema<?> schema) {
    return "integer".equals(schema.getType())
        || (schema.getTypes() != null && schema.getTypes().contains("integer"));
  }

  private static @Nullable Set<String> withString(@Nullable Set<String> types) {
    if (types == null) {
      return null;
    }
    Set<String> result = new LinkedHashSet<>(types);
    result.remove("integer");
    result.add("string");
    return result;
  }

  private static boolean isStringId(Annotation @Nullable [] annotations) {
    return annotations != null && carriesStringId(annotations, new LinkedHashSet<>());
  }

  private static boolean carriesStringId(Annotation[] annotations, Set<Class<?>> seen) {
    for (Annotation annotation : annotations) {
      Class<? extends Annotation> type = annotation.annotationType();
      if (type == StringId.class
          || (seen.add(type) && carriesStringId(type.getAnnotations(), seen))) {
        return true;
      }
    }
    return false;
  }
}
