package dev.snowflakeid.examples.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.SnowflakeParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README shows is cut from files that are compiled and run. */
class ReadmeTest {

  private static final Path ROOT = Path.of("../..");
  private static final Pattern SNIPPET =
      Pattern.compile("<!-- from (\\S+) -->\n```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void shouldShowOnlySnippetsThatStandInTheirFiles() throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    Matcher snippet = SNIPPET.matcher(readme);
    int found = 0;
    while (snippet.find()) {
      found++;
      String source = Files.readString(ROOT.resolve(snippet.group(1)));
      assertTrue(
          source.contains(snippet.group(2)),
          snippet.group(1) + " does not contain:\n" + snippet.group(2));
    }
    assertEquals(4, found);
  }

  @Test
  void shouldDecodeTheIdOfTheReadme() {
    SnowflakeLayout layout = SnowflakeLayout.DEFAULT;
    SnowflakeParts parts = layout.decompose(240044212224069649L);
    Instant instant = parts.instant(); // 2026-10-25T09:30:00Z
    int worker = parts.worker(); // 17
    long from = layout.firstIdAt(Instant.parse("2026-10-25T00:00:00Z")); // where id >= from
    long to = layout.firstIdAt(Instant.parse("2026-10-26T00:00:00Z")); // and id < to
    assertEquals(Instant.parse("2026-10-25T09:30:00Z"), instant);
    assertEquals(17, worker);
    assertTrue(from < 240044212224069649L && 240044212224069649L < to);
  }
}
