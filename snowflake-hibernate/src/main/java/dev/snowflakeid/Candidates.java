package dev.snowflakeid;

import dev.snowflakeid.GeneratorMetrics.Workers;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.Slot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which slots may be taken, and in which order.
 *
 * <p>A slot can be taken if it has no live owner and its base has passed: a holder never starts at
 * a future bound. The base is the high-water mark; after a clean close that nobody has touched
 * since, it is the first timestamp that was not used. Slots whose high-water mark has passed come
 * first, those of the oldest ten minutes before others, in random order, so that a slot rests as
 * long as possible and a herd spreads. The early reuse of a cleanly closed slot is the last resort.
 */
final class Candidates {

  private static final long BUCKET_MILLIS = 600_000;
  private static final int TOP_OWNERS = 3;

  private final List<Slot> inRange;
  private final long now;
  private final LeaseSettings settings;

  Candidates(LeaseView view, LeaseSettings settings, long now) {
    this.inRange =
        view.slots().stream()
            .filter(
                s -> s.worker() >= settings.firstWorker() && s.worker() <= settings.lastWorker())
            .toList();
    this.now = now;
    this.settings = settings;
  }

  /** Returns the first timestamp in Unix ms that a new holder of the slot may use. */
  static long base(Slot slot) {
    return slot.cleanlyClosed() ? slot.releasedAt() : slot.highWater();
  }

  /**
   * Returns slots in the order in which to try them.
   *
   * @param max how many at most
   * @param first worker that comes first if it can be taken at all; −1 for none
   */
  List<Slot> choose(Random random, int max, int first) {
    TreeMap<Long, List<Slot>> buckets =
        idle()
            .filter(s -> s.highWater() <= now)
            .collect(
                Collectors.groupingBy(
                    s -> s.highWater() / BUCKET_MILLIS, TreeMap::new, Collectors.toList()));
    if (buckets.isEmpty()) {
      buckets.put(0L, idle().filter(s -> base(s) <= now).collect(Collectors.toList()));
    }
    List<Slot> ordered = new ArrayList<>();
    for (List<Slot> bucket : buckets.values()) {
      Collections.shuffle(bucket, random);
      ordered.addAll(bucket);
    }
    ordered.sort(Comparator.comparing(s -> s.worker() != first));
    return ordered.subList(0, Math.min(max, ordered.size()));
  }

  /** How many live holders reserve timestamps as a host with this clock would. */
  long agreeing() {
    long reach = settings.ttlMillis() + settings.maxOffsetMillis();
    return live().filter(s -> s.highWater() > now && s.highWater() <= now + reach).count();
  }

  long liveCount() {
    return live().count();
  }

  /**
   * Counts the slots by what they are.
   *
   * @param poisonedFrom a base beyond this cannot have come from a sane clock, in Unix ms
   */
  Workers count(long poisonedFrom) {
    long poisoned = idle().filter(s -> base(s) > poisonedFrom).count();
    long closed = idle().filter(s -> s.cleanlyClosed() && base(s) <= poisonedFrom).count();
    return new Workers(liveCount(), idle().count() - poisoned - closed, closed, poisoned);
  }

  /** Says why no slot can be taken, for the message of an exception. */
  String describe(long poisonedFrom) {
    if (inRange.isEmpty()) {
      return "the namespace record exists but its slots are gone; restore them, for without their"
          + " bounds ids may repeat";
    }
    Workers workers = count(poisonedFrom);
    String next =
        idle()
            .min(Comparator.comparingLong(Candidates::base))
            .map(s -> "the next one is free in %s s".formatted((base(s) - now + 999) / 1000))
            .orElse("every worker has a live holder");
    return "of %s workers %s live, %s cooling, %s closed, %s poisoned; %s; most are held by %s"
        .formatted(
            inRange.size(),
            workers.live(),
            workers.cooling(),
            workers.closed(),
            workers.poisoned(),
            next,
            topOwners());
  }

  private Stream<Slot> live() {
    return inRange.stream().filter(Slot::live);
  }

  private Stream<Slot> idle() {
    return inRange.stream().filter(s -> !s.live());
  }

  private String topOwners() {
    Map<String, Long> owners =
        live().collect(Collectors.groupingBy(Slot::owner, Collectors.counting()));
    String top =
        owners.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(TOP_OWNERS)
            .map(e -> e.getKey() + " (" + e.getValue() + ")")
            .collect(Collectors.joining(", "));
    return top.isEmpty() ? "nobody" : top;
  }
}
