package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParseIdTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 9, 10, 132_271_570_944_004_097L, Long.MAX_VALUE})
  void shouldReadWhatAnIdPrints(long id) {
    assertEquals(id, SnowflakeLayout.parseId(Long.toString(id)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "+5",
        "-5",
        "-0",
        "00",
        "007",
        " 1",
        "1 ",
        "1\n",
        "1.0",
        "1e3",
        "0x10",
        "1_0",
        "null",
        "\u0661",
        "\uff11",
        "9223372036854775808",
        "99999999999999999999"
      })
  void shouldRefuseEveryOtherText(String text) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> SnowflakeLayout.parseId(text));

    assertEquals(
        "id must be a decimal integer from 0 to 9223372036854775807 without sign or leading zeros:"
            + " id="
            + text,
        refusal.getMessage());
  }
}
