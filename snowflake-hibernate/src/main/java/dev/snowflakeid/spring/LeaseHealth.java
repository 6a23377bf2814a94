package dev.snowflakeid.spring;

import dev.snowflakeid.LeaseStatus;
import dev.snowflakeid.SnowflakeGenerator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The health of an application's leases, for either line of Spring Boot to put into its words. */
public final class LeaseHealth {

  /** Name of the health contributor. */
  public static final String NAME = "snowflake";

  private final Supplier<List<SnowflakeGenerator>> generators;

  LeaseHealth(Supplier<List<SnowflakeGenerator>> generators) {
    this.generators = generators;
  }

  /**
   * A look at the leases.
   *
   * @param inUse whether ids are in use at all
   * @param up whether all generators in use are ready
   * @param details by namespace: state, worker, remaining
   */
  public record Report(boolean inUse, boolean up, Map<String, Object> details) {}

  /** Looks at the leases; does no I/O. */
  public Report report() {
    List<SnowflakeGenerator> all = generators.get();
    Map<String, Object> details = new LinkedHashMap<>();
    all.stream()
        .map(SnowflakeGenerator::status)
        .forEach(lease -> details.put(lease.namespace(), details(lease)));
    return new Report(!all.isEmpty(), all.stream().allMatch(SnowflakeGenerator::isReady), details);
  }

  private static Map<String, Object> details(LeaseStatus lease) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("state", lease.state());
    lease.worker().ifPresent(worker -> details.put("worker", worker));
    if (lease.bound() != null) {
      details.put("bound", lease.bound());
    }
    if (lease.lastRenewal() != null) {
      details.put("lastRenewal", lease.lastRenewal());
    }
    return details;
  }
}
