package dev.snowflakeid.jackson3;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.snowflakeid.StringId;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.util.Converter;

/** Finds {@link StringId}. Comes after Jackson's own introspector, whose annotations win. */
final class StringIdIntrospector extends NopAnnotationIntrospector {

  private static final long serialVersionUID = 1L;

  @Override
  public boolean isAnnotationBundle(Annotation annotation) {
    return carriesStringId(annotation.annotationType(), new HashSet<>());
  }

  @Override
  public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
    return isStringId(annotated) && !IdTypes.isContainer(annotated.getType())
        ? serializer(annotated)
        : null;
  }

  @Override
  public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated annotated) {
    return isStringId(annotated) ? serializer(annotated) : null;
  }

  @Override
  public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
    return deserializer(annotated);
  }

  /** Needed for any-setters only; elsewhere the deserializer takes care of its elements. */
  @Override
  public @Nullable Object findContentDeserializer(MapperConfig<?> config, Annotated annotated) {
    return deserializer(annotated);
  }

  private static @Nullable StringIdSerializer serializer(Annotated annotated) {
    JsonSerialize explicit = annotated.getAnnotation(JsonSerialize.class);
    return IdTypes.isText(IdTypes.leaf(annotated.getType()))
            || (explicit != null && !isNone(explicit.converter(), explicit.contentConverter()))
        ? null
        : new StringIdSerializer((AnnotatedMember) annotated);
  }

  private static @Nullable StringIdDeserializerResolver deserializer(Annotated annotated) {
    JsonDeserialize explicit = annotated.getAnnotation(JsonDeserialize.class);
    return isStringId(annotated)
            && (explicit == null || isNone(explicit.converter(), explicit.contentConverter()))
        ? new StringIdDeserializerResolver()
        : null;
  }

  static boolean isStringId(Annotated annotated) {
    if (!(annotated instanceof AnnotatedMember)
        || !(annotated.hasAnnotation(StringId.class) || isHidden(annotated))) {
      return false;
    }
    JsonFormat format = annotated.getAnnotation(JsonFormat.class);
    return format == null || !format.shape().isNumeric();
  }

  /**
   * Tells whether the annotation is on the private field behind a getter or setter. A mapper that
   * must not infer mutators drops such fields, and the id would be a number again.
   */
  private static boolean isHidden(Annotated accessor) {
    String name = accessor.getName();
    if (!(accessor instanceof AnnotatedMethod method) || !name.matches("[gs]et.+")) {
      return false;
    }
    for (Class<?> type = method.getDeclaringClass(); type != null; type = type.getSuperclass()) {
      for (Field candidate : type.getDeclaredFields()) {
        if (candidate.getName().equalsIgnoreCase(name.substring(3))) {
          return carriesStringId(candidate, new HashSet<>());
        }
      }
    }
    return false;
  }

  private static boolean isNone(Class<?> converter, Class<?> contentConverter) {
    return converter == Converter.None.class && contentConverter == Converter.None.class;
  }

  private static boolean carriesStringId(
      AnnotatedElement element, Set<Class<? extends Annotation>> seen) {
    if (element.isAnnotationPresent(StringId.class)) {
      return true;
    }
    for (Annotation annotation : element.getAnnotations()) {
      if (seen.add(annotation.annotationType())
          && carriesStringId(annotation.annotationType(), seen)) {
        return true;
      }
    }
    return false;
  }
}
