package dev.snowflakeid;

import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import java.util.Optional;

/**
 * Lets a generator in: looks at the namespace and checks everything that has to hold before a slot
 * may be taken or revived. What is checked here for a clear message is checked again inside the
 * write, where it counts.
 */
final class Admissions {

  /** A view that has passed. */
  record Pass(LeaseView view, NamedRecord seen, NamespaceRecord namespace) {

    /** The conditions to be checked inside a write whose bounds come from {@code reading}. */
    Admission at(long reading, LeaseSettings settings) {
      return new Admission(reading, settings.maxOffsetMillis(), seen, view.generation());
    }

    long poisonedFrom(long now) {
      return namespace.poisonedFrom(now);
    }
  }

  private static final int LOOKS_PER_PASS = 8;

  private final LeaseStore store;
  private final LeaseSettings settings;
  private final GeneratorClock clock;
  private final Quarantine quarantine;

  Admissions(LeaseStore store, LeaseSettings settings, GeneratorClock clock) {
    this.store = store;
    this.settings = settings;
    this.clock = clock;
    this.quarantine = new Quarantine(store, settings.namespace());
  }

  /**
   * Looks at the namespace, creating it at first, and corrects T by the store's clock.
   *
   * @throws ConfigurationMismatchException if the namespace was created with another layout
   * @throws LeaseUnavailableException while a quarantine lasts
   * @throws ClockException if the clocks of host and store are too far apart
   * @throws LeaseStoreException if the store does not answer, or if the namespace record changes
   *     each time it is looked at
   */
  Pass pass() {
    for (int i = 0; i < LOOKS_PER_PASS; i++) {
      Optional<Pass> pass = enter();
      if (pass.isPresent()) {
        return pass.get();
      }
    }
    throw new LeaseStoreException(
        "the namespace record changed %s times in a row: namespace=%s store=%s"
            .formatted(LOOKS_PER_PASS, settings.namespace(), store.describe()),
        null);
  }

  /** Looks without asking to be let in; empty if the namespace does not exist. */
  Optional<Pass> look() {
    LeaseView view = store.view(settings.namespace());
    return Optional.ofNullable(view.namespaceRecord())
        .map(
            seen ->
                new Pass(view, seen, NamespaceRecord.parse(settings.namespace(), seen.value())));
  }

  /** One attempt; empty if the namespace record was just written and has to be looked at again. */
  private Optional<Pass> enter() {
    clock.anchor();
    long sent = clock.monotonicNanos();
    LeaseView view = store.view(settings.namespace());
    clock.correct(sent, view.storeTime());
    NamedRecord seen = view.namespaceRecord();
    if (seen == null) {
      String value = NamespaceRecord.create(settings, Quarantine.generation(view)).format();
      store.initialize(settings.namespace(), value, settings.firstWorker(), settings.lastWorker());
      return Optional.empty();
    }
    NamespaceRecord record = NamespaceRecord.parse(settings.namespace(), seen.value());
    record.requireSame(settings);
    if (!quarantine.admits(view, seen, record, clock.monotonicNanos())) {
      return Optional.empty();
    }
    if (!record.covers(settings)) {
      String value = record.covering(settings).format();
      store.compareAndSet(
          settings.namespace(), LeaseView.NAMESPACE_RECORD, seen, value, view.generation());
      return Optional.empty();
    }
    requireOffset(view, sent);
    return Optional.of(new Pass(view, seen, record));
  }

  private void requireOffset(LeaseView view, long sentNanos) {
    if (view.storeTime().isEmpty()) {
      return;
    }
    long offset = clock.leastOffsetMillis(sentNanos, view.storeTime().getAsLong());
    if (Math.abs(offset) > settings.maxOffsetMillis()) {
      Candidates candidates = new Candidates(view, settings, clock.millis());
      throw new ClockException(
          ClockException.Reason.OFFSET,
          ("this host's clock is at least %s ms %s the clock of %s; the limit is %s ms, and %s of %s live"
                  + " workers agree with this host; correct the clock: namespace=%s")
              .formatted(
                  Math.abs(offset),
                  offset > 0 ? "ahead of" : "behind",
                  store.describe(),
                  settings.maxOffsetMillis(),
                  candidates.agreeing(),
                  candidates.liveCount(),
                  settings.namespace()));
    }
  }
}
