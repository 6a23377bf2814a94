package dev.snowflakeid.faults;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Servers that are killed and come back with their data. */
@Timeout(300)
class OutageIT {

  static final String[] STORES = Backend.NAMES;

  @ParameterizedTest
  @FieldSource("STORES")
  void shouldResumeWhenTheServerIsRestartedAtOnceAndAfterAllBoundsHavePassed(String store) {
    try (Backend backend = Backend.start(store);
        Fleet fleet = new Fleet(backend.setup())) {
      List<Generating> all = Stream.generate(fleet::start).limit(3).toList();
      all.forEach(process -> process.awaitIds(1_000));

      backend.kill().run();
      backend.restart().run();
      all.forEach(process -> process.awaitIds(2_000));

      backend.kill().run();
      all.forEach(Generating::awaitBound);
      all.forEach(Generating::awaitRefusal);
      backend.restart().run();
      all.forEach(process -> process.awaitIds(2_000));

      fleet.stopAndAssertClean();
    }
  }
}
