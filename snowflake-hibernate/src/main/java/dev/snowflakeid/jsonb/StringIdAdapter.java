package dev.snowflakeid.jsonb;

import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.StringId;
import jakarta.json.bind.JsonbException;
import jakarta.json.bind.adapter.JsonbAdapter;

/**
 * Writes an id as a JSON string and reads it from canonical digits.
 *
 * <p>JSON-B offers no place from which {@link StringId} could be looked for. Name the adapter on the
 * attribute, or in an annotation of your own:
 *
 * <pre>{@code
 * @StringId
 * @JsonbTypeAdapter(StringIdAdapter.class)
 * @Retention(RetentionPolicy.RUNTIME)
 * @interface OrderId {}
 * }</pre>
 *
 * <p>With {@code new JsonbConfig().withAdapters(new StringIdAdapter())} it takes all {@code Long}s
 * of the mapper, elements of collections among them.
 */
public final class StringIdAdapter implements JsonbAdapter<Long, String> {

  @Override
  public String adaptToJson(Long id) {
    return Long.toString(id);
  }

  /**
   * Reads canonical digits.
   *
   * @throws JsonbException if the text is anything else
   */
  @Override
  public Long adaptFromJson(String digits) {
    try {
      return SnowflakeLayout.parseId(digits);
    } catch (IllegalArgumentException e) {
      throw new JsonbException(e.getMessage(), e);
    }
  }
}
