package dev.snowflakeid;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** No id was made. The message says why, with the state of the lease, and what to do. */
public abstract class IdGenerationException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  IdGenerationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
