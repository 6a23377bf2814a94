package dev.snowflakeid.lease.jdbc;

import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotReset;
import dev.snowflakeid.lease.SlotWrite;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements, in one dialect and with one schema. */
final class LeaseSql {

  /** {@code version} stands in both tables. */
  private static final String SLOT_COLUMNS =
      "s.worker_id, s.high_water, s.token, s.version AS slot_version, s.nonce, s.expires_at,"
          + " s.closed_nonce, s.released_at, s.owner";

  private static final String RECORD_AS_SEEN =
      "namespace = ? AND record_name = ? AND version = ? AND record_value = ?";

  private static final int OWNER_LENGTH = 200; // as in the DDL

  final JdbcDialect dialect;
  private final @Nullable String generation;
  private final String now;
  private final String leases;
  private final String records;

  LeaseSql(JdbcDialect dialect, String qualifier, @Nullable String generation) {
    this.dialect = dialect;
    this.generation = generation;
    this.now = dialect.now();
    this.leases = qualifier + "snowflake_lease";
    this.records = qualifier + "snowflake_lease_record";
  }

  /** The server's clock alone. */
  Command clock() {
    return Command.of("SELECT " + now + dialect.fromNothing());
  }

  /** One row with the server's time and generation, even if there is neither record nor slot. */
  Command view(String namespace) {
    return Command.of("SELECT c.store_now, c.generation, r.version AS record_version,")
        .add(" r.record_value, " + SLOT_COLUMNS)
        .add(" FROM (SELECT " + now + " AS store_now, ")
        .add((generation == null ? "CAST(NULL AS char(1))" : generation) + " AS generation")
        .add(dialect.fromNothing() + ") c")
        .add(" LEFT JOIN " + records + " r ON r.namespace = ? AND r.record_name = ?")
        .with(namespace, LeaseView.NAMESPACE_RECORD)
        .add(" LEFT JOIN " + leases + " s ON s.namespace = r.namespace ORDER BY s.worker_id");
  }

  Command slot(String namespace, int worker) {
    return Command.of("SELECT " + now + " AS store_now, " + SLOT_COLUMNS + " FROM " + leases + " s")
        .add(" WHERE s.namespace = ? AND s.worker_id = ?")
        .with(namespace, worker);
  }

  /** Waits for a write that is under way. */
  Command lockedSlot(String namespace, int worker) {
    String columns = now + " AS store_now, " + SLOT_COLUMNS;
    return Command.of(dialect.lockedQuery(columns, leases, "s.namespace = ? AND s.worker_id = ?"))
        .with(namespace, worker);
  }

  /** Comes before {@link #lockedSlot} where that does not wait by itself. */
  Optional<Command> barrier(String namespace, int worker) {
    return dialect.waitsByWriting()
        ? Optional.of(
            Command.of("UPDATE " + leases + " SET version = version")
                .add(" WHERE namespace = ? AND worker_id = ?")
                .with(namespace, worker))
        : Optional.empty();
  }

  Command acquire(SlotWrite write, Admission admission) {
    Command update = grant(write, 1).add(" AND expires_at <= " + now);
    return admitted(update, write.namespace(), admission);
  }

  Command renew(SlotWrite write, @Nullable Admission admission) {
    Command update = grant(write, 0);
    return admission == null
        ? update.add(" AND expires_at > " + now)
        : admitted(update, write.namespace(), admission);
  }

  Command release(String namespace, Slot seen, String nonce, long releasedAt) {
    Command update =
        Command.of("UPDATE " + leases + " SET version = version + 1, expires_at = 0,")
            .add(" nonce = ?, closed_nonce = ?, released_at = ?")
            .with(nonce, nonce, releasedAt);
    return ifAsSeen(update, namespace, seen);
  }

  /** The one write that sets a mark back, and never below the server's time. */
  Command reset(String namespace, Slot seen, SlotReset reset) {
    long mark = reset.highWater();
    Command update =
        Command.of("UPDATE " + leases + " SET version = version + 1, token = token + 1,")
            .add(" nonce = ?, expires_at = 0, high_water = CASE")
            .with(reset.nonce())
            .add(" WHEN ? >= high_water OR ? >= " + now + " THEN ?")
            .with(mark, mark, mark)
            .add(" WHEN high_water <= " + now + " THEN high_water ELSE " + now + " END");
    ifAsSeen(update, namespace, seen);
    return reset.evenIfLive() ? update : update.add(" AND expires_at <= " + now);
  }

  /** The last parameter, the worker, is still open. */
  Command insertVacantSlots(String namespace) {
    return Command.of("INSERT INTO " + leases + " (namespace, high_water, token, version, nonce,")
        .add(" expires_at, released_at, worker_id) VALUES (?, 0, 0, 0, ?, 0, 0, ?)")
        .with(namespace, Slot.VACANT);
  }

  Command namedRecord(String namespace, String name) {
    return Command.of("SELECT version AS record_version, record_value FROM " + records)
        .add(" WHERE namespace = ? AND record_name = ?")
        .with(namespace, name);
  }

  Command insertRecord(String namespace, String name, String value, @Nullable String expected) {
    Command insert =
        Command.of("INSERT INTO " + records + " (namespace, record_name, version, record_value)")
            .add(" SELECT ?, ?, 1, ?" + dialect.fromNothing() + " WHERE " + dialect.durable())
            .with(namespace, name, value)
            .add(" AND NOT EXISTS (SELECT 1 FROM " + records)
            .add(" WHERE namespace = ? AND record_name = ?)")
            .with(namespace, name);
    return ifGeneration(insert, expected);
  }

  Command updateRecord(
      String namespace, String name, NamedRecord seen, String value, @Nullable String expected) {
    Command update =
        Command.of("UPDATE " + records + " SET version = version + 1, record_value = ?")
            .add(" WHERE " + RECORD_AS_SEEN)
            .with(value, namespace, name, seen.version(), seen.value())
            .add(" AND " + dialect.durable());
    return ifGeneration(update, expected);
  }

  /**
   * The upper bound never falls and never rises above the server's time plus the ceiling. MySQL and
   * MariaDB assign from left to right, so that no column may be read behind its own assignment.
   */
  private Command grant(SlotWrite write, int tokenStep) {
    Command update =
        Command.of("UPDATE " + leases + " SET version = version + 1, token = token + ?,")
            .add(" nonce = ?, owner = ?, expires_at = " + now + " + ?,")
            .with(tokenStep, write.nonce(), owner(write), write.ttlMillis())
            .add(" high_water = ");
    dialect.bound(update, "high_water", write.highWater(), now, write.ceilingMillis());
    return ifAsSeen(update, write.namespace(), write.seen());
  }

  private Command ifAsSeen(Command update, String namespace, Slot seen) {
    return update
        .add(" WHERE namespace = ? AND worker_id = ? AND token = ? AND version = ? AND nonce = ?")
        .with(namespace, seen.worker(), seen.token(), seen.version(), seen.nonce())
        .add(" AND " + dialect.durable());
  }

  private Command admitted(Command update, String namespace, Admission admission) {
    NamedRecord seen = admission.namespaceRecord();
    Object[] key = {namespace, LeaseView.NAMESPACE_RECORD, seen.version(), seen.value()};
    long offset = admission.maxOffsetMillis();
    update
        .add(" AND ? BETWEEN " + now + " - ? AND " + now + " + ?")
        .with(admission.reading(), offset, offset)
        .add(" AND " + dialect.existsLocked(records, RECORD_AS_SEEN))
        .with(key);
    Command row = Command.of("SELECT 1 AS one FROM " + records + " WHERE " + RECORD_AS_SEEN);
    return dialect.lockedUpdate(row.with(key), ifGeneration(update, admission.generation()));
  }

  private Command ifGeneration(Command command, @Nullable String expected) {
    return generation == null || expected == null
        ? command
        : command.add(" AND " + generation + " = ?").with(expected);
  }

  private static String owner(SlotWrite write) {
    String owner = write.owner();
    return owner.length() <= OWNER_LENGTH ? owner : owner.substring(0, OWNER_LENGTH);
  }
}
