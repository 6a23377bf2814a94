package dev.snowflakeid.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.snowflakeid.config.SnowflakeSettings;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class SnowflakePropertiesTest {

  private static final String PREFIX = SnowflakeProperties.PREFIX + ".";

  @ParameterizedTest
  @MethodSource("documented")
  void shouldBindWhatTheMetadataDocuments(JsonNode property) {
    String name = property.get("name").asText();
    String value =
        switch (property.get("type").asText()) {
          case "java.lang.Integer" -> "7";
          case "java.lang.Boolean" -> "true";
          case "java.time.Duration" -> "7s";
          default -> "x";
        };

    assertEquals(Set.of(name.substring(PREFIX.length())), bind(Map.of(name, value)).keySet());
  }

  @Test
  void shouldDocumentEveryKeyThatThereIs() throws IOException {
    Set<String> known = known();
    known.remove("generator"); // a bean, with Spring
    Set<String> documented = new TreeSet<>();
    documented()
        .forEach(
            property -> documented.add(property.get("name").asText().substring(PREFIX.length())));

    assertEquals(known, documented);
  }

  @Test
  void shouldSetNothingOfItself() {
    assertEquals(Map.of(), bind(Map.of("snowflake-id.lease.etcd.other.thing", "x")));
  }

  private static Map<String, ?> bind(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate(SnowflakeProperties.PREFIX, SnowflakeProperties.class)
        .toMap();
  }

  /** Returns the keys that the settings know, as their error message lists them. */
  private static Set<String> known() {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> SnowflakeSettings.of(Map.of(PREFIX + "no-such-key", "x"), PREFIX))
            .getMessage();
    String list = message.substring(message.lastIndexOf(": ") + 2);
    return new TreeSet<>(Arrays.asList(list.split(", ")));
  }

  static Iterable<JsonNode> documented() throws IOException {
    try (InputStream metadata =
        SnowflakePropertiesTest.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      JsonNode properties = new ObjectMapper().readTree(metadata).get("properties");
      return () ->
          StreamSupport.stream(properties.spliterator(), false)
              .filter(property -> property.get("name").asText().startsWith(PREFIX))
              .iterator();
    }
  }
}
