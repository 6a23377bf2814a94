package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeGenerator;
import java.time.Duration;

/** Takes ids one by one and checks that each is greater than the one before, so all differ. */
final class AscendingIds {

  private final SnowflakeGenerator generator;
  private long last = -1;
  private long count;

  AscendingIds(SnowflakeGenerator generator) {
    this.generator = generator;
  }

  long last() {
    return last;
  }

  long count() {
    return count;
  }

  void takeOne() {
    long id = generator.next();
    assertTrue(id > last, () -> id + " after " + last);
    last = id;
    count++;
  }

  void takeFor(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      takeOne();
    }
  }
}
