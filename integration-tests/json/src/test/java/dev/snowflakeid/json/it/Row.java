package dev.snowflakeid.json.it;

import java.util.Set;
import java.util.function.Supplier;

/**
 * One shape: a value, the JSON that stands for it, and what becomes of it. Each # of the JSON is an
 * id; ' stands for a quotation mark.
 */
record Row(
    String shape,
    Supplier<Object> value,
    String template,
    String written,
    String read,
    Set<Line> lenient) {

  static final long ID = 240_044_212_224_069_649L;

  /** A shape that is written as a string and read from a string or an integer. */
  static Row of(String shape, Supplier<Object> value, String template) {
    return new Row(shape, value, template, "string", "string, integer", Set.of());
  }

  Row writes(String outcome) {
    return new Row(shape, value, template, outcome, read, lenient);
  }

  Row reads(String outcome) {
    return new Row(shape, value, template, written, outcome, lenient);
  }

  /** On these lines Jackson does not lead from the attribute to its annotation when it reads. */
  Row lenientWith(Line... lines) {
    return new Row(shape, value, template, written, read, Set.of(lines));
  }

  String read(Line line) {
    return lenient.contains(line) ? "as Jackson does" : read;
  }

  String json(String id) {
    return template.replace('\'', '"').replace("#", id);
  }

  String outcomeOfWriting(Line.Mapper mapper) {
    String json;
    try {
      json = mapper.write(value.get());
    } catch (Exception e) {
      return refusal(e);
    }
    return json.equals(json("\"" + ID + "\""))
        ? "string"
        : json.equals(json(Long.toString(ID))) ? "number" : json;
  }

  String outcomeOfReading(Line.Mapper mapper) {
    try {
      boolean string = isReadFrom(mapper, "\"" + ID + "\"");
      boolean integer = isReadFrom(mapper, Long.toString(ID));
      for (String other : new String[] {"\"+" + ID + "\"", "\" " + ID + "\"", ID + ".0"}) {
        if (accepts(mapper, other)) {
          return "as Jackson does";
        }
      }
      return string && integer
          ? "string, integer"
          : "string=%s, integer=%s".formatted(string, integer);
    } catch (Exception e) {
      return refusal(e);
    }
  }

  private boolean isReadFrom(Line.Mapper mapper, String id) throws Exception {
    Object result = mapper.read(json(id), value.get().getClass());
    return mapper.write(result).equals(mapper.write(value.get()));
  }

  private boolean accepts(Line.Mapper mapper, String id) {
    try {
      mapper.read(json(id), value.get().getClass());
      return true;
    } catch (Exception e) {
      return false;
    }
  }

  /** An exception of Jackson's is what the table calls an error; anything else is told in full. */
  private static String refusal(Exception e) {
    String type = e.getClass().getSimpleName();
    return type.equals("InvalidDefinitionException") || type.equals("MismatchedInputException")
        ? "error"
        : e.toString();
  }

  @Override
  public String toString() {
    return shape;
  }
}
