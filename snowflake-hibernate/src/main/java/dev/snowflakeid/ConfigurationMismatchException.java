package dev.snowflakeid;

import java.io.Serial;

/**
 * This generator's epoch, bit widths or worker range differ from those that the namespace was
 * created with. Final: nothing is retried.
 */
public final class ConfigurationMismatchException extends IdGenerationException {

  @Serial private static final long serialVersionUID = 1L;

  ConfigurationMismatchException(String message) {
    super(message, null);
  }
}
