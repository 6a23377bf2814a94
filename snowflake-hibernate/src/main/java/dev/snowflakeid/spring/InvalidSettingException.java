package dev.snowflakeid.spring;

import java.io.Serial;

/** A setting breaks a rule; the message names key, value and rule. */
final class InvalidSettingException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  InvalidSettingException(IllegalArgumentException cause) {
    super(cause.getMessage(), cause);
  }
}
