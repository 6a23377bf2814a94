package dev.snowflakeid.lease.jdbc;

import dev.snowflakeid.clock.ClockSample;
import dev.snowflakeid.clock.MonotonicClock;
import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotReset;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Worker leases in the tables {@code snowflake_lease} and {@code snowflake_lease_record} of a
 * relational database: PostgreSQL, MariaDB, MySQL, H2, SQL Server or Oracle.
 *
 * <ol>
 *   <li>The first call finds the dialect by the product name, creates the tables if they are
 *       missing, and settles how the server's generation is read: on PostgreSQL system identifier
 *       and WAL time line, or the start time where the role may not read these; on MariaDB server
 *       id, host name and, while its settings let a crash lose commits, the start time; on MySQL
 *       the server's UUID; on SQL Server the recovery fork, or the start time where the login may
 *       not see it; on Oracle the incarnation, or the unique name where the user may not read it;
 *       H2 has none.
 *   <li>Every call borrows one connection, sets it to auto-commit, read-write and READ COMMITTED,
 *       and gives it back as it was. No lock and no transaction outlives a statement. Each
 *       statement may take 2 s, each answer of the network 5 s.
 *   <li>Every write of a slot is one {@code UPDATE} of one row; on Oracle that of an acquisition
 *       and of a revival stands in a PL/SQL block, which locks the namespace record first. All its
 *       conditions stand in its {@code WHERE}, none is checked before: token, version and nonce as
 *       seen; for a plain renewal that the lease runs by the server's clock; for an acquisition
 *       that it does not; for both an acquisition and a revival that the caller's reading is near
 *       the server's clock, that the namespace record is unchanged (except on H2: and stays so
 *       until the commit) and that the live generation is the one seen.
 *   <li>The same {@code UPDATE} sets the high-water mark to the greater of the present one and the
 *       smaller of the one asked for and the server's time plus the ceiling. On PostgreSQL it also
 *       raises a weak {@code synchronous_commit} for its own commit; on the others, settings that
 *       let a crash lose commits are warned about once.
 *   <li>An update count of 0 is an empty result. After a count of 1 the row is selected: it must
 *       carry the nonce just written, and is what the caller gets. Anything else is unknown.
 *   <li>A read-back is a {@code SELECT … FOR UPDATE}, which waits for writes still under way; on
 *       Oracle a write that changes nothing waits in its place. The view is one {@code SELECT} over
 *       both tables.
 * </ol>
 *
 * <p>The dialects of MySQL, SQL Server and Oracle were written after the manuals and have not run
 * on these servers. Every one of these statements changes a row that it finds, so it does not
 * matter whether the driver counts found or changed rows.
 *
 * <p>Connections must not take part in a managed (JTA) transaction. All processes of a namespace
 * need the same schema and, on PostgreSQL, the same right to read the WAL position.
 */
public final class JdbcLeaseStore implements LeaseStore {

  private static final int CLOCK_LOOKS = 4; // the first one has to be parsed

  private final Connections connections;
  private final @Nullable String schema;
  private final CreateTable createTable;
  private final @Nullable JdbcDialect givenDialect;
  private final ReentrantLock opening = new ReentrantLock();
  private volatile @Nullable LeaseSql opened;

  /** A store in the default schema, which creates its tables when they are missing. */
  public JdbcLeaseStore(DataSource dataSource) {
    this(builder(dataSource));
  }

  JdbcLeaseStore(JdbcLeaseStoreBuilder options) {
    this.connections = new Connections(options.connections, options.schema);
    this.schema = options.schema;
    this.createTable = options.createTable;
    this.givenDialect = options.dialect;
  }

  /** Options for a store on a data source, which stays open. */
  public static JdbcLeaseStoreBuilder builder(DataSource dataSource) {
    return builder(ConnectionSource.of(dataSource));
  }

  /** Options for a store on another source of connections. */
  public static JdbcLeaseStoreBuilder builder(ConnectionSource connections) {
    return new JdbcLeaseStoreBuilder(connections);
  }

  @Override
  public LeaseView view(String namespace) {
    return call("read namespace " + namespace, (c, sql) -> Rows.view(sql.view(namespace), c));
  }

  @Override
  public void initialize(String namespace, String value, int firstWorker, int lastWorker) {
    call(
        "create namespace " + namespace,
        (connection, sql) -> {
          create(connection, sql, namespace, value, firstWorker, lastWorker);
          return Boolean.TRUE;
        });
  }

  @Override
  public Optional<StoredSlot> acquire(SlotWrite write, Admission admission) {
    return call(
        "acquire " + worker(write.namespace(), write.seen().worker()),
        (connection, sql) -> grant(connection, sql, sql.acquire(write, admission), write));
  }

  @Override
  public Optional<StoredSlot> renew(SlotWrite write, @Nullable Admission admission) {
    return call(
        "renew " + worker(write.namespace(), write.seen().worker()),
        (connection, sql) -> grant(connection, sql, sql.renew(write, admission), write));
  }

  @Override
  public boolean release(String namespace, Slot seen, String nonce, long releasedAt) {
    return call(
        "release " + worker(namespace, seen.worker()),
        (c, sql) -> sql.release(namespace, seen, nonce, releasedAt).update(c) == 1);
  }

  @Override
  public Optional<StoredSlot> reset(String namespace, Slot seen, SlotReset reset) {
    return call(
        "reset " + worker(namespace, seen.worker()),
        (connection, sql) -> {
          Command update = sql.reset(namespace, seen, reset);
          Command select = sql.slot(namespace, seen.worker());
          return written(connection, update, select, reset.nonce(), 0);
        });
  }

  @Override
  public void addSlots(String namespace, int firstWorker, int lastWorker) {
    call(
        "add workers to namespace " + namespace,
        (connection, sql) -> {
          for (int worker = firstWorker; worker <= lastWorker; worker++) {
            if (Rows.stored(sql.slot(namespace, worker), connection, 0).isEmpty()) {
              insert(connection, sql, sql.insertVacantSlots(namespace).with(worker));
            }
          }
          return Boolean.TRUE;
        });
  }

  @Override
  public Optional<StoredSlot> read(String namespace, int worker) {
    return call(
        "read " + worker(namespace, worker),
        (connection, sql) -> {
          Optional<Command> barrier = sql.barrier(namespace, worker);
          if (barrier.isPresent()) {
            barrier.get().update(connection);
          }
          return Rows.stored(sql.lockedSlot(namespace, worker), connection, 0);
        });
  }

  @Override
  public Optional<ClockSample> clock(MonotonicClock monotonic) {
    return call(
        "look at the clock",
        (connection, sql) -> {
          Optional<ClockSample> best = Optional.empty();
          for (int i = 0; i < CLOCK_LOOKS; i++) {
            long sent = monotonic.nanos();
            long millis = sql.clock().query(connection, row -> row.getLong(1)).get(0);
            ClockSample sample =
                ClockSample.between(sent, monotonic.nanos(), TimeUnit.MILLISECONDS.toNanos(millis));
            if (best.isEmpty() || sample.roundTripNanos() < best.get().roundTripNanos()) {
              best = Optional.of(sample);
            }
          }
          return best;
        });
  }

  @Override
  public Optional<NamedRecord> readRecord(String namespace, String name) {
    return call(
        "read record " + name + " of namespace " + namespace,
        (c, sql) -> Rows.namedRecord(sql.namedRecord(namespace, name), c));
  }

  @Override
  public Optional<NamedRecord> compareAndSet(
      String namespace,
      String name,
      @Nullable NamedRecord seen,
      String value,
      @Nullable String liveGeneration) {
    return call(
        "write record " + name + " of namespace " + namespace,
        (connection, sql) -> {
          int written =
              seen == null
                  ? insert(
                      connection, sql, sql.insertRecord(namespace, name, value, liveGeneration))
                  : sql.updateRecord(namespace, name, seen, value, liveGeneration)
                      .update(connection);
          long version = seen == null ? 1 : seen.version() + 1;
          return written == 1 ? Optional.of(new NamedRecord(version, value)) : Optional.empty();
        });
  }

  /** Product, URL without parameters, schema; the first two once the database was reached. */
  @Override
  public String describe() {
    return connections.describe();
  }

  private static void create(
      Connection connection, LeaseSql sql, String namespace, String value, int first, int last)
      throws SQLException {
    String name = LeaseView.NAMESPACE_RECORD;
    try (Transaction transaction = Transaction.begin(connection)) {
      if (sql.insertRecord(namespace, name, value, null).update(connection) == 1) {
        sql.insertVacantSlots(namespace).batch(connection, first, last);
      }
      transaction.commit();
    } catch (SQLException e) {
      if (!sql.dialect.isLostRace(e)) {
        throw e;
      }
      if (Rows.namedRecord(sql.namedRecord(namespace, name), connection).isEmpty()) {
        throw new LeaseStoreException(
            "namespace " + namespace + " has slots but no record: somebody deleted it", e);
      }
    }
  }

  private static Optional<StoredSlot> grant(
      Connection connection, LeaseSql sql, Command update, SlotWrite write) throws SQLException {
    Command select = sql.slot(write.namespace(), write.seen().worker());
    return written(connection, update, select, write.nonce(), write.ttlMillis());
  }

  private static Optional<StoredSlot> written(
      Connection connection, Command update, Command select, String nonce, long ttlMillis)
      throws SQLException {
    if (update.update(connection) == 0) {
      return Optional.empty();
    }
    Optional<StoredSlot> stored = Rows.stored(select, connection, ttlMillis);
    if (stored.isEmpty() || !stored.get().slot().nonce().equals(nonce)) {
      throw new SQLException("the row was written by somebody else meanwhile");
    }
    return stored;
  }

  /** An insert that found the key taken has written nothing. */
  private static int insert(Connection connection, LeaseSql sql, Command insert)
      throws SQLException {
    try {
      return insert.update(connection);
    } catch (SQLException e) {
      if (sql.dialect.isLostRace(e)) {
        return 0;
      }
      throw e;
    }
  }

  private static String worker(String namespace, int worker) {
    return "worker " + worker + " of namespace " + namespace;
  }

  private <T> T call(String task, Work<T> work) {
    return connections.call(task, connection -> work.on(connection, open(connection)));
  }

  private LeaseSql open(Connection connection) throws SQLException {
    LeaseSql sql = opened;
    if (sql != null) {
      return sql;
    }
    opening.lock();
    try {
      sql = opened;
      if (sql == null) {
        JdbcDialect dialect =
            givenDialect == null ? JdbcDialect.of(connection.getMetaData()) : givenDialect;
        LeaseSchema tables = new LeaseSchema(dialect, schema, describe());
        sql = tables.open(connection, createTable);
        opened = sql;
      }
      return sql;
    } finally {
      opening.unlock();
    }
  }

  @FunctionalInterface
  private interface Work<T> {
    T on(Connection connection, LeaseSql sql) throws SQLException;
  }
}
