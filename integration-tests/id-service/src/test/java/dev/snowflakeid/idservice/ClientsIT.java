package dev.snowflakeid.idservice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The clients that the manual shows, as it shows them. */
class ClientsIT {

  @ParameterizedTest
  @CsvSource({"sh,bash", "python,python3", "js,node"})
  void shouldPrintIdsAsTheyAre(String language, String program, @TempDir Path folder)
      throws IOException {
    try (Service service = Service.start()) {
      service.awaitReady();
      Path script = folder.resolve(language.equals("js") ? "client.mjs" : "client");
      Files.writeString(
          script, snippet(language).replace("http://localhost:8080", service.address().toString()));

      String printed = Commands.run(folder, program, script.toString());

      List<String> ids = digits(printed);
      assertEquals(3, ids.size(), printed);
      assertEquals(ids.stream().distinct().sorted().toList(), ids, printed);
      for (String id : ids) {
        String read = service.get("/v1/ids/" + id).body();
        assertTrue(read.startsWith("{\"id\":\"" + id + "\",\"time\":\"20"), read);
      }
    }
  }

  @Test
  void shouldFindADifferenceOfOne() {
    assertEquals(List.of("240044212224069649"), digits("a \"240044212224069649\", 12"));
  }

  private static List<String> digits(String text) {
    return Arrays.stream(text.split("[^0-9]+")).filter(word -> word.length() >= 18).toList();
  }

  /** The one block of this language that asks for ids. */
  private static String snippet(String language) throws IOException {
    String manual =
        Files.readString(Path.of(Objects.requireNonNull(System.getProperty("id-service.readme"))));
    Matcher block =
        Pattern.compile("```" + language + "\n([^`]*v1/ids\\?count=3[^`]*)```").matcher(manual);
    assertTrue(block.find(), "no such block: " + language);
    return block.group(1);
  }
}
