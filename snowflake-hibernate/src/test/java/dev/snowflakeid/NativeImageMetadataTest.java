package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.snowflakeid.config.SnowflakeSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.ValueGenerationType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

/**
 * What a native image is told about the library is what the library does by reflection: a new
 * service, resource or reflective call has to be listed, and what is listed has to exist.
 */
class NativeImageMetadataTest {

  private static final String FOLDER = "META-INF/native-image/dev.snowflakeid/snowflake-hibernate/";
  private static final Pattern CLASS_NAME = Pattern.compile("([a-z]\\w*\\.)+[A-Z]\\w*");
  private static final String HANDLE = "dev.snowflakeid.Lease";
  private static final String LIBRARIES = "dev.snowflakeid.config.StoreSettings";
  private static final String NEWER_HIBERNATE = "dev.snowflakeid.hibernate.GeneratedAttribute";

  private static Path classes;
  private static JsonNode metadata;
  private static ReflectiveCalls calls;

  @BeforeAll
  static void readAll() throws IOException, URISyntaxException {
    classes =
        Path.of(
            SnowflakeSettings.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    metadata = json("reachability-metadata.json");
    calls = new ReflectiveCalls();
    for (Path file : files(name -> name.endsWith(".class"))) {
      new ClassReader(Files.readAllBytes(file)).accept(calls, 0);
    }
  }

  @Test
  void shouldKnowEveryReflectiveCall() {
    assertEquals(
        Map.of(
            HANDLE,
            Set.of("MethodHandles$Lookup.findVarHandle"),
            LIBRARIES,
            Set.of("Class.forName"),
            NEWER_HIBERNATE,
            Set.of("Class.getMethod", "Method.invoke"),
            // of the application's classes, which are registered for JSON as well
            "dev.snowflakeid.gson.SnowflakeTypeAdapterFactory",
            Set.of("Class.getDeclaredFields", "Class.getDeclaredMethods"),
            "dev.snowflakeid.jackson2.StringIdIntrospector",
            Set.of("Class.getDeclaredFields"),
            "dev.snowflakeid.jackson3.StringIdIntrospector",
            Set.of("Class.getDeclaredFields"),
            "dev.snowflakeid.lease.jdbc.LeaseSchema",
            Set.of("Class.getResourceAsStream")),
        calls.byClass());
  }

  @Test
  void shouldListWhatIsReachedByReflectionAndNothingElse() throws IOException {
    Map<String, Set<String>> reached = new TreeMap<>();
    for (String provider : providers()) {
      reached.put(provider, Set.of("<init>"));
    }
    reached.put(
        SnowflakeId.class.getAnnotation(IdGeneratorType.class).value().getName(), Set.of("<init>"));
    reached.put(
        SnowflakeId.class.getAnnotation(ValueGenerationType.class).generatedBy().getName(),
        Set.of("<init>"));
    // Hibernate reads the annotation's attributes
    reached.put(
        SnowflakeId.class.getName(),
        Stream.of(SnowflakeId.class.getDeclaredMethods())
            .map(method -> method.getName())
            .collect(Collectors.toSet()));
    reached.put(HANDLE, Set.of("last"));
    calls.texts(LIBRARIES).stream()
        .filter(text -> CLASS_NAME.matcher(text).matches())
        .forEach(library -> reached.put(library, Set.of()));
    reached.put("org.hibernate.generator.GeneratorCreationContext", Set.of("getMemberDetails"));
    reached.put("org.hibernate.models.spi.MemberDetails", Set.of("toJavaMember"));
    assertTrue(
        calls.texts(NEWER_HIBERNATE).containsAll(Set.of("getMemberDetails", "toJavaMember")));

    assertEquals(reached, listed(metadata.get("reflection"), "type"));
  }

  @Test
  void shouldListOnlyMembersThatExist() throws ReflectiveOperationException {
    for (JsonNode entry : metadata.get("reflection")) {
      String name = entry.get("type").asText();
      if (!name.startsWith("dev.snowflakeid.")) {
        continue; // other libraries' may be absent, or older than the member
      }
      Class<?> type = Class.forName(name, false, getClass().getClassLoader());
      for (JsonNode method : entry.path("methods")) {
        assertEquals(0, method.get("parameterTypes").size());
        if (method.get("name").asText().equals("<init>")) {
          assertNotNull(type.getConstructor());
        } else {
          assertNotNull(type.getDeclaredMethod(method.get("name").asText()));
        }
      }
      for (JsonNode field : entry.path("fields")) {
        assertNotNull(type.getDeclaredField(field.get("name").asText()));
      }
    }
  }

  @Test
  void shouldListEveryResourceThatIsLoaded() throws IOException {
    List<String> loaded =
        files(name -> name.startsWith("dev/") && !name.endsWith(".class")).stream()
            .map(NativeImageMetadataTest::name)
            .toList();
    assertTrue(loaded.size() >= 4, loaded.toString());
    for (JsonNode resource : metadata.get("resources")) {
      var glob = FileSystems.getDefault().getPathMatcher("glob:" + resource.get("glob").asText());
      assertTrue(loaded.stream().allMatch(name -> glob.matches(Path.of(name))), loaded.toString());
    }
    for (JsonNode include : json("resource-config.json").get("resources").get("includes")) {
      Predicate<String> matches =
          Pattern.compile(include.get("pattern").asText()).asMatchPredicate();
      assertTrue(loaded.stream().allMatch(matches), loaded.toString());
    }
  }

  @Test
  void shouldTellOlderVersionsOfNativeImageTheSame() throws IOException {
    assertEquals(
        listed(metadata.get("reflection"), "type"), listed(json("reflect-config.json"), "name"));
  }

  /** Names of types, each with the names of its members. */
  private static Map<String, Set<String>> listed(JsonNode entries, String key) {
    Map<String, Set<String>> listed = new TreeMap<>();
    for (JsonNode entry : entries) {
      Set<String> members = new TreeSet<>(entry.path("methods").findValuesAsText("name"));
      members.addAll(entry.path("fields").findValuesAsText("name"));
      listed.put(entry.get(key).asText(), members);
    }
    assertEquals(
        StreamSupport.stream(entries.spliterator(), false).count(), listed.size(), "no type twice");
    return listed;
  }

  private static Set<String> providers() throws IOException {
    Set<String> providers = new TreeSet<>();
    for (Path file : files(name -> name.startsWith("META-INF/services/"))) {
      providers.addAll(Files.readAllLines(file));
    }
    assertTrue(providers.size() >= 4, providers.toString());
    return providers;
  }

  private static List<Path> files(Predicate<String> wanted) throws IOException {
    try (Stream<Path> all = Files.walk(classes)) {
      return all.filter(file -> Files.isRegularFile(file) && wanted.test(name(file))).toList();
    }
  }

  private static String name(Path file) {
    return classes.relativize(file).toString().replace('\\', '/');
  }

  private static JsonNode json(String file) throws IOException {
    try (InputStream in = Files.newInputStream(classes.resolve(FOLDER + file))) {
      return new ObjectMapper().readTree(in);
    }
  }
}
