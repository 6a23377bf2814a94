package dev.snowflakeid.examples.quickstart;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages show code that is compiled, and their links lead somewhere. */
class DocumentationTest {

  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern FENCED = Pattern.compile("```.*?```", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);

  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    for (String folder : List.of(".github", "snowflake-hibernate/docs", "examples")) {
      pages.addAll(files(folder, ".md"));
    }
    return pages;
  }

  static List<Path> pagesWithJava() throws IOException {
    return pages().stream().filter(page -> JAVA.matcher(read(page)).find()).toList();
  }

  @ParameterizedTest
  @MethodSource("pagesWithJava")
  void shouldShowOnlyJavaThatStandsInAFile(Path page) throws IOException {
    List<String> blocks = find(JAVA, Files.readString(page)).map(block -> block.group(1)).toList();
    String sources =
        Stream.of("snowflake-hibernate", "examples", "integration-tests")
            .flatMap(folder -> files(folder, ".java").stream())
            .map(file -> squeezed(read(file)))
            .collect(joining("\n"));

    assertEquals(
        List.of(), blocks.stream().filter(block -> !sources.contains(squeezed(block))).toList());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void shouldLinkOnlyToWhatIsThere(Path page) throws IOException {
    List<String> dangling =
        find(LINK, FENCED.matcher(Files.readString(page)).replaceAll(""))
            .map(link -> link.group(1))
            .filter(link -> !link.contains("://") && !isThere(page, link))
            .toList();

    assertEquals(List.of(), dangling);
  }

  @Test
  void shouldNoticeALinkToNowhere() {
    Path page = ROOT.resolve("README.md");
    assertTrue(isThere(page, "LICENSE"));
    assertTrue(isThere(page, "#quick-start"));
    assertFalse(isThere(page, "LICENCE"));
    assertFalse(isThere(page, "#slow-start"));
  }

  private static boolean isThere(Path page, String link) {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    return Files.exists(target) && (parts.length == 1 || anchors(target).contains(parts[1]));
  }

  /** Returns the anchors that GitHub makes of the headings. */
  private static Set<String> anchors(Path page) {
    return find(HEADING, FENCED.matcher(read(page)).replaceAll(""))
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static Stream<MatchResult> find(Pattern pattern, String text) {
    return pattern.matcher(text).results();
  }

  private static String squeezed(String code) {
    return code.replaceAll("\\s+", " ").strip();
  }

  private static List<Path> files(String folder, String suffix) {
    try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
      return files
          .filter(file -> file.toString().endsWith(suffix))
          .filter(file -> !file.toString().contains("/target/"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
