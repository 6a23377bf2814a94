package dev.snowflakeid.gson;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import dev.snowflakeid.SnowflakeLayout;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** Ids in a tree of JSON elements. */
final class IdElements {

  private IdElements() {}

  interface Rule {
    JsonElement apply(String attribute, JsonElement id);
  }

  /** Replaces each id in the element, which may be a container of them; null stays. */
  static JsonElement replace(JsonElement element, UnaryOperator<JsonElement> change) {
    if (element instanceof JsonArray array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, replace(array.get(i), change));
      }
      return array;
    }
    if (element instanceof JsonObject object) {
      object.entrySet().forEach(entry -> entry.setValue(replace(entry.getValue(), change)));
      return object;
    }
    return element.isJsonNull() ? element : change.apply(element);
  }

  static JsonElement written(String attribute, JsonElement id) {
    JsonPrimitive value = id.getAsJsonPrimitive();
    if (value.isString()) {
      return value;
    }
    if (value.isNumber() && isInteger(value.getAsNumber())) {
      return new JsonPrimitive(value.getAsString());
    }
    throw new IllegalArgumentException(
        "@StringId needs a long, Long, BigInteger or String, or an array, collection or map of"
            + " them: %s=%s".formatted(attribute, id));
  }

  static JsonElement read(String attribute, JsonElement id) {
    JsonPrimitive value = id.getAsJsonPrimitive();
    try {
      if (!value.isBoolean()) {
        SnowflakeLayout.parseId(value.getAsString());
        return value;
      }
    } catch (IllegalArgumentException e) {
      // told below, with the attribute
    }
    throw new JsonParseException(
        ("%s must be a decimal integer from 0 to 9223372036854775807 without sign, blanks or leading"
                + " zeros: %s=%s")
            .formatted(attribute, attribute, id));
  }

  private static boolean isInteger(Number number) {
    return number instanceof Long || number instanceof BigInteger || number instanceof AtomicLong;
  }
}
