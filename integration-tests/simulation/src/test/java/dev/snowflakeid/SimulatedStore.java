package dev.snowflakeid;

import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The server: records with conditional writes, a clock that may step, and a history that may be
 * lost. What lies between it and a process is {@link Network}.
 */
final class SimulatedStore implements LeaseStore {

  private static final long FOREVER = 1L << 52;

  private record Row(Slot slot, long expiresAtTrue, long expiresAt) {}

  private record State(TreeMap<Integer, Row> rows, Map<String, NamedRecord> records, long at) {}

  private final World world;
  private final boolean hasClock;
  private final boolean hasGeneration;
  private final Deque<State> backups = new ArrayDeque<>();
  private TreeMap<Integer, Row> rows = new TreeMap<>();
  private Map<String, NamedRecord> records = new HashMap<>();
  private long offsetMillis;
  private long farthestOffset;
  private int history;

  SimulatedStore(World world, boolean hasClock, boolean hasGeneration) {
    this.world = world;
    this.hasClock = hasClock;
    this.hasGeneration = hasGeneration;
  }

  long time() {
    return world.now() + offsetMillis;
  }

  void step(long millis) {
    if (hasClock) {
      offsetMillis += millis;
      farthestOffset = Math.max(farthestOffset, offsetMillis);
    }
  }

  long farthestOffset() {
    return farthestOffset;
  }

  long offset() {
    return offsetMillis;
  }

  /** A namespace whose creation is lost is another namespace: that is not covered. */
  void backUp() {
    if (records.isEmpty()) {
      return;
    }
    backups.addLast(new State(new TreeMap<>(rows), new HashMap<>(records), world.now()));
    if (backups.size() > 64) {
      backups.removeFirst();
    }
  }

  /** Goes back to a state of up to {@code millis} ago, as a standby that lacked the last writes. */
  void loseWrites(long millis) {
    for (State backup : backups) {
      if (backup.at >= world.now() - millis) {
        rows = new TreeMap<>(backup.rows);
        records = new HashMap<>(backup.records);
        history++;
        backups.clear();
        return;
      }
    }
  }

  private @Nullable String generation() {
    return hasGeneration ? "history " + history : null;
  }

  private OptionalLong storeTime() {
    return hasClock ? OptionalLong.of(time()) : OptionalLong.empty();
  }

  private boolean isLive(Row row) {
    return hasClock ? row.expiresAt > time() : row.expiresAtTrue > world.now();
  }

  private Slot seen(Row row) {
    Slot slot = row.slot.withLive(isLive(row));
    return switch (world.mutant()) {
      case TTL_ONLY, NO_FLOOR ->
          new Slot(
              slot.worker(),
              0,
              slot.token(),
              slot.version(),
              slot.nonce(),
              slot.live(),
              null,
              0,
              slot.owner());
      case RELEASED_AT_SURVIVES ->
          new Slot(
              slot.worker(),
              slot.highWater(),
              slot.token(),
              slot.version(),
              slot.nonce(),
              slot.live(),
              slot.closedNonce() == null ? null : slot.nonce(),
              slot.releasedAt(),
              slot.owner());
      default -> slot;
    };
  }

  @Override
  public LeaseView view(String namespace) {
    return new LeaseView(
        records.get(LeaseView.NAMESPACE_RECORD),
        rows.values().stream().map(this::seen).toList(),
        storeTime(),
        world.mutant() == Mutant.NO_QUARANTINE ? null : generation());
  }

  @Override
  public void initialize(String namespace, String value, int firstWorker, int lastWorker) {
    if (!records.containsKey(LeaseView.NAMESPACE_RECORD)) {
      for (int worker = firstWorker; worker <= lastWorker; worker++) {
        rows.put(worker, new Row(Slot.vacant(worker), 0, 0));
      }
      records.put(LeaseView.NAMESPACE_RECORD, new NamedRecord(1, value));
    }
  }

  @Override
  public Optional<StoredSlot> acquire(SlotWrite write, Admission admission) {
    Row row = rows.get(write.seen().worker());
    Optional<StoredSlot> acquired =
        row != null && admits(admission) && !isLive(row)
            ? write(row, write, write.seen().token() + 1)
            : Optional.empty();
    if (acquired.isPresent()) {
      world.acquired();
    }
    return acquired;
  }

  @Override
  public Optional<StoredSlot> renew(SlotWrite write, @Nullable Admission admission) {
    Row row = rows.get(write.seen().worker());
    if (row == null) {
      return Optional.empty();
    }
    boolean allowed =
        switch (world.mutant()) {
          case REVIVAL_WITHOUT_CONDITIONS -> true;
          case RENEWAL_REFUSED_FOR_OFFSET ->
              isLive(row) && Math.abs(write.highWater() - write.ttlMillis() - time()) < 2_000;
          default -> admission == null ? isLive(row) : admits(admission);
        };
    if (!allowed) {
      return Optional.empty();
    }
    if (world.mutant() == Mutant.SPLIT_RENEWAL) {
      if (!unchanged(row.slot, write.seen())) {
        return Optional.empty();
      }
      world.pass(world.random().nextInt(3_000)); // anything may happen here
      return stored(row, write, write.seen().token());
    }
    return write(row, write, write.seen().token());
  }

  private boolean admits(Admission admission) {
    boolean clockFits =
        !hasClock
            || world.mutant() == Mutant.GUARD_OUTSIDE_THE_WRITE
            || Math.abs(admission.reading() - time()) <= admission.maxOffsetMillis();
    boolean generationFits =
        world.mutant() == Mutant.GENERATION_BEFORE_THE_WRITE
            || world.mutant() == Mutant.NO_QUARANTINE
            || Objects.equals(admission.generation(), generation());
    boolean recordFits =
        world.mutant() == Mutant.GENERATION_BEFORE_THE_WRITE
            || admission.namespaceRecord().equals(records.get(LeaseView.NAMESPACE_RECORD));
    return clockFits && generationFits && recordFits;
  }

  private boolean unchanged(Slot now, Slot seen) {
    return world.mutant() == Mutant.TOKEN_WITHOUT_NONCE
        ? now.token() == seen.token() && now.version() == seen.version()
        : now.unchangedSince(seen);
  }

  private Optional<StoredSlot> write(Row row, SlotWrite write, long token) {
    return unchanged(row.slot, write.seen()) ? stored(row, write, token) : Optional.empty();
  }

  private Optional<StoredSlot> stored(Row row, SlotWrite write, long token) {
    long bound =
        hasClock ? Math.min(write.highWater(), time() + write.ceilingMillis()) : write.highWater();
    Slot after = row.slot.granted(write, token, bound);
    rows.put(
        after.worker(),
        new Row(after, world.now() + write.ttlMillis(), time() + write.ttlMillis()));
    Slot told =
        switch (world.mutant()) {
          case TTL_ONLY -> after.granted(write, token, FOREVER);
          case INCLUSIVE_BOUND -> after.granted(write, token, after.highWater() + 1);
          case ASKED_BOUND -> after.granted(write, token, write.highWater());
          default -> after;
        };
    Slot answer =
        new Slot(
            after.worker(),
            told.highWater(),
            after.token(),
            after.version(),
            after.nonce(),
            true,
            after.closedNonce(),
            after.releasedAt(),
            after.owner());
    return Optional.of(new StoredSlot(answer, storeTime(), write.ttlMillis()));
  }

  @Override
  public boolean release(String namespace, Slot seen, String nonce, long releasedAt) {
    Row row = rows.get(seen.worker());
    if (row == null || !unchanged(row.slot, seen)) {
      return false;
    }
    rows.put(seen.worker(), new Row(row.slot.closed(nonce, releasedAt), 0, 0));
    return true;
  }

  @Override
  public Optional<StoredSlot> read(String namespace, int worker) {
    return Optional.ofNullable(rows.get(worker))
        .map(row -> new StoredSlot(row.slot.withLive(isLive(row)), storeTime(), 0));
  }

  @Override
  public Optional<NamedRecord> readRecord(String namespace, String name) {
    return Optional.ofNullable(records.get(name));
  }

  @Override
  public Optional<NamedRecord> compareAndSet(
      String namespace,
      String name,
      @Nullable NamedRecord seen,
      String value,
      @Nullable String liveGeneration) {
    boolean sameGeneration = liveGeneration == null || Objects.equals(liveGeneration, generation());
    if (!sameGeneration || !Objects.equals(seen, records.get(name))) {
      return Optional.empty();
    }
    NamedRecord stored = new NamedRecord(seen == null ? 1 : seen.version() + 1, value);
    records.put(name, stored);
    return Optional.of(stored);
  }

  /** What a process does that times the quarantine on the store's clock. */
  void endQuarantineByStoreClock(Map<String, Long> watch) {
    NamedRecord seen = records.get(LeaseView.NAMESPACE_RECORD);
    if (seen == null) {
      return;
    }
    NamespaceRecord record = NamespaceRecord.parse(World.NAMESPACE, seen.value());
    if (record.pending() == null) {
      watch.clear();
      return;
    }
    long since = watch.computeIfAbsent(seen.version() + record.pending(), key -> time());
    if (time() - since > record.maxHorizon() + 2 * record.maxOffset() + 1_000) {
      String ended = record.withGeneration(record.pending(), null).format();
      compareAndSet(World.NAMESPACE, LeaseView.NAMESPACE_RECORD, seen, ended, record.pending());
    }
  }

  /** Bounds as the store has them, by worker. */
  List<Slot> slots() {
    return rows.values().stream().map(row -> row.slot.withLive(isLive(row))).toList();
  }

  @Override
  public String describe() {
    return "simulated store";
  }
}
