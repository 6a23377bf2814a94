package dev.snowflakeid.jackson3;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.io.NumberOutput;
import tools.jackson.core.json.UTF8JsonGenerator;

/** Writes a long as a JSON string, without a {@code String} in between where that can be done. */
final class Digits {

  private static final int MAX_LENGTH = 20; // of Long.MIN_VALUE

  private Digits() {}

  static void write(long value, JsonGenerator generator) {
    // exactly this class: other generators refuse bytes, and a subclass may want to see the text
    if (generator.getClass() == UTF8JsonGenerator.class) {
      byte[] digits = new byte[MAX_LENGTH];
      generator.writeRawUTF8String(digits, 0, NumberOutput.outputLong(value, digits, 0));
    } else {
      generator.writeString(Long.toString(value));
    }
  }
}
