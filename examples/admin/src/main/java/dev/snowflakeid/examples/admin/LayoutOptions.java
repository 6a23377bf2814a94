package dev.snowflakeid.examples.admin;

import dev.snowflakeid.SnowflakeLayout;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How ids are divided, if not as by default. */
final class LayoutOptions {

  @Option(
      names = "--epoch",
      description = "first instant of the layout, such as 2025-01-01T00:00:00Z")
  private @Nullable Instant epoch;

  @Option(names = "--worker-bits", description = "width of the worker id")
  private @Nullable Integer workerBits;

  @Option(names = "--sequence-bits", description = "width of the sequence")
  private @Nullable Integer sequenceBits;

  boolean given() {
    return epoch != null || workerBits != null || sequenceBits != null;
  }

  /**
   * @param base what holds for everything that is not given
   * @throws IllegalArgumentException if a width is out of range
   */
  SnowflakeLayout layout(SnowflakeLayout base) {
    return new SnowflakeLayout(
        epoch == null ? base.epoch() : epoch,
        workerBits == null ? base.workerBits() : workerBits,
        sequenceBits == null ? base.sequenceBits() : sequenceBits);
  }
}
