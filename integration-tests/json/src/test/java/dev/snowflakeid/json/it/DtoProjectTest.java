package dev.snowflakeid.json.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.snowflakeid.StringId;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A project of DTOs that has Jackson and this library on its class path, and no Hibernate. */
class DtoProjectTest {

  @TempDir private Path folder;

  /** This JDK and those that are installed beside it. */
  static List<Path> compilers() throws IOException {
    Path home = Path.of(System.getProperty("java.home")).toRealPath();
    try (Stream<Path> beside = Files.list(home.getParent())) {
      return Stream.concat(Stream.of(home), beside.map(DtoProjectTest::real))
          .distinct()
          .map(jdk -> jdk.resolve("bin/javac"))
          .filter(Files::isExecutable)
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("compilers")
  void shouldCompileWithoutAWarning(Path javac) throws Exception {
    assertEquals(
        "",
        compile(
            javac,
            """
            package orders;

            import com.fasterxml.jackson.annotation.JsonProperty;
            import dev.snowflakeid.StringId;
            import java.util.List;
            import java.util.Map;

            public record OrderDto(
                @StringId long id,
                @StringId List<Long> items,
                @JsonProperty("parent") @OrderId Map<String, Long> parents,
                long count) {

              @StringId
              @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
              @interface OrderId {}
            }
            """));
  }

  @Test
  void shouldNotCompileOnATypeArgument() throws Exception {
    String errors =
        compile(
            compilers().get(0),
            """
            package orders;

            import dev.snowflakeid.StringId;
            import java.util.List;

            public record OrderDto(List<@StringId Long> items) {}
            """);

    assertTrue(errors.contains("error: "), errors);
  }

  private String compile(Path javac, String source) throws Exception {
    Path file = Files.writeString(folder.resolve("OrderDto.java"), source);
    String classPath =
        Stream.of(StringId.class, JsonProperty.class, ObjectMapper.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
            .map(location -> Path.of(location.getPath()).toString())
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                javac.toString(),
                "--release",
                "17",
                "-Xlint:all",
                "-Werror",
                "-cp",
                classPath,
                "-d",
                folder.resolve("classes").toString(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(process.waitFor() == 0, output.isEmpty(), output);
    return output;
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path;
    }
  }
}
