package dev.snowflakeid.faults;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.clock.MonotonicClock;
import dev.snowflakeid.lease.LeaseStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How a process leases and makes ids: settings as text, so that they fit on a command line. */
record Setup(Map<String, String> values) {

  static final Duration TTL = Duration.ofSeconds(6); // short, and more than twice the offset
  static final Duration MAX_OFFSET = Duration.ofSeconds(2);
  static final String NAMESPACE = "default";

  private static final int WORKERS = 16;

  Setup {
    values = Map.copyOf(values);
  }

  static Setup parse(String... arguments) {
    Map<String, String> values = new TreeMap<>();
    Arrays.stream(arguments)
        .map(argument -> argument.split("=", 2))
        .forEach(pair -> values.put(pair[0], pair[1]));
    return new Setup(values);
  }

  Setup with(String name, Object value) {
    Map<String, String> more = new TreeMap<>(values);
    more.put(name, value.toString());
    return new Setup(more);
  }

  /** One worker, so that whoever comes next takes the same one. */
  Setup withOneWorker() {
    return with("workers", 1);
  }

  /** A wall clock that is so far ahead from the start. */
  Setup withClockAhead(Duration offset) {
    return with("clock-ahead", offset.toMillis());
  }

  String get(String name, Object otherwise) {
    return values.getOrDefault(name, otherwise.toString());
  }

  String get(String name) {
    return get(name, "");
  }

  int number(String name, int otherwise) {
    return Integer.parseInt(get(name, otherwise));
  }

  List<String> arguments() {
    return values.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList();
  }

  SnowflakeGenerator generator(LeaseStore store) {
    long ahead = number("clock-ahead", 0);
    return SnowflakeGenerator.builder(store)
        .namespace(NAMESPACE)
        .workers(0, number("workers", WORKERS) - 1)
        .leaseTtl(TTL)
        .renewEvery(Duration.ofMillis(500))
        .maxClockOffset(MAX_OFFSET)
        .maxWait(Duration.ofMillis(200))
        .clocks(() -> System.currentTimeMillis() + ahead, MonotonicClock.SYSTEM)
        .build();
  }
}
