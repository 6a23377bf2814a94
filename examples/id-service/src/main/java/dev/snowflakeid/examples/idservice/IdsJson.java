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
    long previous = Long.MAX_VALUE; // which nothing follows
    int digits = 0;
    for (long id : ids) {
      text[end++] = '"';
      if (id - 1 == previous && writeSuccessor(text, end, digits)) {
        end += digits;
      } else {
        int start = end;
        end = writeDigits(id, text, start);
        digits = end - start;
      }
      previous = id;
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

  /**
   * Most ids of a batch follow each other, and what is written already is counted up without a
   * division.
   *
   * @param digits how many the id before has; three characters lie between the two
   * @return false if the successor has one more
   */
  private static boolean writeSuccessor(byte[] text, int from, int digits) {
    System.arraycopy(text, from - 3 - digits, text, from, digits);
    for (int i = from + digits - 1; i >= from; i--) {
      if (text[i] != '9') {
        text[i]++;
        return true;
      }
      text[i] = '0';
    }
    return false;
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
