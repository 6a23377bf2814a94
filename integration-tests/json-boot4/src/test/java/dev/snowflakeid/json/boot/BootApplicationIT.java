package dev.snowflakeid.json.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

class BootApplicationIT {

  private static final long ID = 240_044_212_224_069_649L;
  private static final String ORDER =
      "{\"id\":\"#\",\"items\":[\"#\"],\"groups\":{\"a\":[\"#\"]},\"count\":7}"
          .replace("#", "" + ID);

  /** Both lines of Jackson are on the class path; each takes its own module. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(OrderController.class)
  static class WithModules {

    @Bean
    dev.snowflakeid.jackson2.SnowflakeModule snowflakeModuleOfJackson2() {
      return new dev.snowflakeid.jackson2.SnowflakeModule();
    }

    @Bean
    dev.snowflakeid.jackson3.SnowflakeModule snowflakeModuleOfJackson3() {
      return new dev.snowflakeid.jackson3.SnowflakeModule();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(OrderController.class)
  static class WithoutModules {}

  /** The bean of the application does more than the module that the mapper finds. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(OrderController.class)
  static class WithFeatures {

    @Bean
    dev.snowflakeid.jackson2.SnowflakeModule snowflakeModuleOfJackson2() {
      return new dev.snowflakeid.jackson2.SnowflakeModule(
          dev.snowflakeid.jackson2.SnowflakeModule.Feature.ALL_LONGS,
          dev.snowflakeid.jackson2.SnowflakeModule.Feature.REFUSE_UNSAFE_NUMBERS);
    }

    @Bean
    dev.snowflakeid.jackson3.SnowflakeModule snowflakeModuleOfJackson3() {
      return new dev.snowflakeid.jackson3.SnowflakeModule(
          dev.snowflakeid.jackson3.SnowflakeModule.Feature.ALL_LONGS,
          dev.snowflakeid.jackson3.SnowflakeModule.Feature.REFUSE_UNSAFE_NUMBERS);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldServeIdsAsStringsWithAModuleBean(boolean findModules) throws Exception {
    String find = "--spring.jackson.find-and-add-modules=" + findModules;
    try (Application application = Application.start(WithModules.class, find)) {
      assertEquals(ORDER, application.get("/orders/" + ID));
      assertEquals(200, application.post(ORDER).statusCode());
      assertEquals(ORDER, application.post(ORDER).body());
      assertEquals(400, application.post(ORDER.replace("\"" + ID, "\"+" + ID)).statusCode());
      assertEquals(400, application.post("{\"id\":5.0}").statusCode());
    }
  }

  @Test
  void shouldServeIdsAsStringsWithoutAnyBeanOnBoot4() throws Exception {
    assumeTrue(
        !SpringBootVersion.getVersion().startsWith("3."),
        "the mapper of Spring Boot 3 takes modules that are beans alone");
    try (Application application = Application.start(WithoutModules.class)) {
      assertEquals(ORDER, application.get("/orders/" + ID));
    }
  }

  @Test
  void shouldHonourTheFeaturesOfTheBean() throws Exception {
    try (Application application = Application.start(WithFeatures.class)) {
      assertEquals(ORDER.replace(":7", ":\"7\""), application.get("/orders/" + ID));
      assertEquals(200, application.post(ORDER).statusCode());
      assertEquals(400, application.post(ORDER.replace("\"" + ID + "\"", "" + ID)).statusCode());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"openapi_3_0", "openapi_3_1"})
  void shouldDescribeIdsAsStrings(String version) throws Exception {
    String option = "--springdoc.api-docs.version=" + version;
    try (Application application = Application.start(WithModules.class, option)) {
      JsonNode document = new ObjectMapper().readTree(application.get("/v3/api-docs"));
      JsonNode order = document.at("/components/schemas/Order/properties");
      JsonNode one = document.at("/paths/~1orders~1{id}/get/parameters/0/schema");
      JsonNode some = document.at("/paths/~1orders/get/parameters");

      Stream.of(
              order.at("/id"),
              order.at("/items/items"),
              order.at("/groups/additionalProperties/items"),
              one,
              some.at("/0/schema/items"))
          .forEach(
              schema ->
                  assertEquals(
                      Map.of(
                          "type", "string",
                          "format", "int64",
                          "pattern", "^(0|[1-9][0-9]{0,18})$"),
                      new ObjectMapper().convertValue(schema, Map.class),
                      document::toString));
      for (JsonNode number : List.of(order.at("/count"), some.at("/1/schema"))) {
        assertEquals("integer", number.at("/type").asText());
      }
    }
  }

  private record Application(ConfigurableApplicationContext context) implements AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    static Application start(Class<?> configuration, String... arguments) {
      SpringApplication application = new SpringApplication(configuration);
      application.setDefaultProperties(
          Map.of(
              "server.port", "0", "server.address", "127.0.0.1", "spring.main.banner-mode", "off"));
      return new Application(application.run(arguments));
    }

    String get(String path) throws Exception {
      HttpResponse<String> response =
          CLIENT.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
      assertEquals(200, response.statusCode(), response.body());
      return response.body();
    }

    HttpResponse<String> post(String body) throws Exception {
      return CLIENT.send(
          HttpRequest.newBuilder(uri("/orders"))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(body))
              .build(),
          BodyHandlers.ofString());
    }

    private URI uri(String path) {
      String port = context.getEnvironment().getProperty("local.server.port");
      return URI.create("http://127.0.0.1:" + port + path);
    }

    @Override
    public void close() {
      context.close();
    }
  }
}
