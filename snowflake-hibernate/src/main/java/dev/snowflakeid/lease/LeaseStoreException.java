package dev.snowflakeid.lease;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The store did not answer, or answered with something unexpected: the outcome is unknown. */
public class LeaseStoreException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  public LeaseStoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
