package dev.snowflakeid.examples.idservice;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes <code>{"ids":["240044212224069649", …]}</code>, digit by digit into one array. */
final class IdsJson {

  private static final byte[] HEAD = "{\"ids\":[".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TAIL = "]}".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_ID = 19 + 3; // digits, two quotes, a comma

  private IdsJson() {}

  /**
   * Returns the text in ASCII.
   *
   * @param ids not negative
   */
  static byte[] of(long[] ids) {
    byte[] text = new byte[HEAD.length + ids.length * MAX_ID + TAIL.length];
    System.arraycopy(HEAD, 0, text, 0, HEAD.length);
    int end = HEAD.length;
    for (long id : ids) {
      text[end] = '"';
      end = writeDigits(id, text, end + 1);
      text[end++] = '"';
      text[end++] = ',';
    }
    end--; // the last comma
    System.arraycopy(TAIL, 0, text, end, TAIL.length);
    end += TAIL.length;
    return end == text.length ? text : Arrays.copyOf(text, end);
  }

  /** The same number of bytes as that many ids of today. */
  static byte[] sample(int count) {
    long[] ids = new long[count];
    Arrays.fill(ids, 240_044_212_224_069_649L);
    return of(ids);
  }

  private static int writeDigits(long id, byte[] into, int from) {
    int digits = 1;
    for (long rest = id / 10; rest > 0; rest /= 10) {
      digits++;
    }
    long rest = id;
    for (int i = from + digits - 1; i >= from; i--) {
      into[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return from + digits;
  }
}
