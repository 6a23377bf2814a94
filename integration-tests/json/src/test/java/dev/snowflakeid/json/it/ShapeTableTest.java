package dev.snowflakeid.json.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ShapeTableTest {

  private static final Path DOC = Path.of("../../snowflake-hibernate/docs/json.md");
  private static final String BEGIN = "<!-- shapes -->\n";
  private static final String END = "<!-- /shapes -->\n";

  static Stream<Arguments> cells() {
    return Rows.all().flatMap(row -> Stream.of(Line.values()).map(line -> Arguments.of(row, line)));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void shouldWriteTheShape(Row row, Line line) {
    assertEquals(row.written(), row.outcomeOfWriting(line.mapper()));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void shouldReadTheShape(Row row, Line line) {
    assertEquals(row.read(line), row.outcomeOfReading(line.mapper()));
  }

  @Test
  void shouldStandInTheDocumentationAsItIsRun() throws Exception {
    String doc = Files.readString(DOC);

    assertEquals(
        table(), doc.substring(doc.indexOf(BEGIN) + BEGIN.length(), doc.indexOf(END)), "json.md");
  }

  private static String table() {
    return Stream.concat(
            Stream.of(
                "| shape | Jackson 2 writes | Jackson 2 reads | Jackson 3 writes | Jackson 3 reads |",
                "| --- | --- | --- | --- | --- |"),
            Rows.all().map(ShapeTableTest::line))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String line(Row row) {
    Line.Mapper two = Line.JACKSON_2.mapper();
    Line.Mapper three = Line.JACKSON_3.mapper();
    return List.of(
            row.shape(),
            row.outcomeOfWriting(two),
            row.outcomeOfReading(two),
            row.outcomeOfWriting(three),
            row.outcomeOfReading(three))
        .stream()
        .collect(Collectors.joining(" | ", "| ", " |"));
  }
}
