package dev.snowflakeid.gson;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.annotations.JsonAdapter;
import com.google.gson.annotations.SerializedName;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import dev.snowflakeid.StringId;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes fields that carry {@link StringId} as JSON strings and reads them from canonical digits or
 * integers.
 *
 * <pre>{@code
 * Gson gson = new GsonBuilder().registerTypeAdapterFactory(new SnowflakeTypeAdapterFactory()).create();
 * }</pre>
 *
 * <p>A field holds an id, or arrays, collections and map values of ids, nested at will; a {@code
 * String} stays as it is. Map keys are left to Gson. Gson knows fields alone: the annotation on a
 * method is refused unless the field has it too. An object with marked fields is written and read
 * by way of a tree.
 */
public final class SnowflakeTypeAdapterFactory implements TypeAdapterFactory {

  @Override
  public <T> @Nullable TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
    Map<String, String> ids = new HashMap<>();
    Class<?> raw = type.getRawType();
    for (Class<?> c = raw; c != null && c != Object.class; c = c.getSuperclass()) {
      collect(gson, c, ids);
    }
    return ids.isEmpty() || raw.isInterface()
        ? null
        : new Adapter<>(
            ids, gson.getDelegateAdapter(this, type), gson.getAdapter(JsonElement.class));
  }

  private static void collect(Gson gson, Class<?> type, Map<String, String> ids) {
    Set<String> marked = new HashSet<>();
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && carriesStringId(field, new HashSet<>())) {
        marked.add(field.getName().toLowerCase(Locale.ROOT));
        if (field.getType() != String.class && !field.isAnnotationPresent(JsonAdapter.class)) {
          String attribute = type.getSimpleName() + "." + field.getName();
          names(gson, field).forEach(name -> ids.put(name, attribute));
        }
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (!method.isSynthetic()
          && carriesStringId(method, new HashSet<>())
          && !marked.contains(attribute(method))) {
        throw new IllegalArgumentException(
            "Gson sees fields alone, @StringId must be on the field: method=%s.%s"
                .formatted(type.getSimpleName(), method.getName()));
      }
    }
  }

  private static String attribute(Method method) {
    return method.getName().replaceFirst("^[gs]et(?=.)", "").toLowerCase(Locale.ROOT);
  }

  private static List<String> names(Gson gson, Field field) {
    SerializedName explicit = field.getAnnotation(SerializedName.class);
    if (explicit == null) {
      return List.of(gson.fieldNamingStrategy().translateName(field));
    }
    List<String> names = new ArrayList<>(List.of(explicit.alternate()));
    names.add(explicit.value());
    return names;
  }

  private static boolean carriesStringId(AnnotatedElement element, Set<Class<?>> seen) {
    for (var annotation : element.getAnnotations()) {
      Class<?> type = annotation.annotationType();
      if (type == StringId.class || (seen.add(type) && carriesStringId(type, seen))) {
        return true;
      }
    }
    return false;
  }

  private static final class Adapter<T> extends TypeAdapter<T> {
    private final Map<String, String> ids;
    private final TypeAdapter<T> fields;
    private final TypeAdapter<JsonElement> trees;

    Adapter(Map<String, String> ids, TypeAdapter<T> fields, TypeAdapter<JsonElement> trees) {
      this.ids = ids;
      this.fields = fields;
      this.trees = trees;
    }

    @Override
    public void write(JsonWriter writer, @Nullable T value) throws IOException {
      trees.write(writer, replace(fields.toJsonTree(value), IdElements::written));
    }

    @Override
    public @Nullable T read(JsonReader reader) throws IOException {
      return fields.fromJsonTree(replace(trees.read(reader), IdElements::read));
    }

    private JsonElement replace(JsonElement tree, IdElements.Rule rule) {
      if (tree instanceof JsonObject object) {
        ids.forEach(
            (name, attribute) -> {
              UnaryOperator<JsonElement> change = id -> rule.apply(attribute, id);
              if (object.has(name)) {
                object.add(name, IdElements.replace(object.get(name), change));
              }
            });
      }
      return tree;
    }
  }
}
