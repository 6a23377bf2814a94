package dev.snowflakeid.jackson2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.NumberOutput;
import com.fasterxml.jackson.core.json.UTF8JsonGenerator;
import java.io.IOException;

/** Writes a long as a JSON string, without a {@code String} in between where that can be done. */
final class Digits {

  private static final int MAX_LENGTH = 20; // of Long.MIN_VALUE

  private Digits() {}

  static void write(long value, JsonGenerator generator) throws IOException {
    // exactly this class: other generators refuse bytes, and a subclass may want to see the text
    if (generator.getClass() == UTF8JsonGenerator.class) {
      byte[] digits = new byte[MAX_LENGTH];
      generator.writeRawUTF8String(digits, 0, NumberOutput.outputLong(value, digits, 0));
    } else {
      generator.writeString(Long.toString(value));
    }
  }
}
