package dev.snowflakeid.examples.orders;

/** A request breaks a rule; the message names what and which. */
class BadRequestException extends RuntimeException {

  private static final long serialVersionUID = 1;

  BadRequestException(String message) {
    super(message);
  }

  static void require(boolean holds, String rule) {
    if (!holds) {
      throw new BadRequestException(rule);
    }
  }
}
