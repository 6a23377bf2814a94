package dev.snowflakeid;

import java.io.Serial;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** No id was made. The message says why, with the state of the lease, and what to do. */
public abstract class IdGenerationException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  IdGenerationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Returns the reason in words, with the state of the lease and what to do; never null. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
