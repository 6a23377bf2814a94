package dev.snowflakeid.examples.orders;

import dev.snowflakeid.LeaseStatus;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeLayout;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The lease behind the ids, for the page. */
@RestController
class LeaseController {

  /**
   * What the page shows.
   *
   * @param remainingSeconds for how long ids go on without the store
   * @param epochMillis first instant of the layout, Unix ms
   */
  record LeaseView(
      String state,
      boolean ready,
      @Nullable Integer worker,
      @Nullable Long remainingSeconds,
      long epochMillis,
      int workerBits,
      int sequenceBits) {}

  private final SnowflakeGenerator generator;

  LeaseController(SnowflakeGenerator generator) {
    this.generator = generator;
  }

  @GetMapping("/api/lease")
  LeaseView lease() {
    LeaseStatus status = generator.status();
    SnowflakeLayout layout = generator.layout();
    return new LeaseView(
        status.state().toString(),
        generator.isReady(),
        status.worker().isPresent() ? status.worker().getAsInt() : null,
        status.remaining() == null ? null : Math.max(status.remaining().toSeconds(), 0),
        layout.epoch().toEpochMilli(),
        layout.workerBits(),
        layout.sequenceBits());
  }
}
