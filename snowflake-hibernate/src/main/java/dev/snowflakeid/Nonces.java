package dev.snowflakeid;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Names for writes: 128 random bits each, so that none comes twice. */
final class Nonces {

  private static final int BYTES = 16;

  private final SecureRandom random = new SecureRandom();

  String next() {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
