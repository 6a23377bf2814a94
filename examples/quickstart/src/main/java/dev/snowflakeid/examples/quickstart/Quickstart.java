package dev.snowflakeid.examples.quickstart;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.SnowflakeParts;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import tools.jackson.databind.json.JsonMapper;

/** The steps of the example; each prints what it finds. */
final class Quickstart {

  private static final int ORDERS_PER_TRANSACTION = 500;

  private final DataSource dataSource;
  private final PrintStream out;

  Quickstart(DataSource dataSource, PrintStream out) {
    this.dataSource = dataSource;
    this.out = out;
  }

  /** What was found, from first to last. */
  record Result(
      List<Long> ids,
      long rowsInTable,
      SnowflakeParts parts,
      LeaseRow held,
      String json,
      List<Locality.Filled> indexes,
      LeaseRow released) {}

  Result run(int orders, int rowsPerTable) throws SQLException {
    List<Long> ids;
    long rowsInTable;
    SnowflakeParts parts;
    LeaseRow held;
    String json;
    List<Locality.Filled> indexes;
    try (SessionFactory sessionFactory = Bootstrap.sessionFactory(dataSource)) {
      ids = save(sessionFactory, orders);
      rowsInTable = sessionFactory.fromSession(Quickstart::count);
      long lastId = ids.get(ids.size() - 1);
      parts = decode(lastId);
      held = showLease(parts.worker());
      json = showJson(sessionFactory.fromSession(session -> session.find(Order.class, lastId)));
      indexes = compareIndexes(rowsPerTable);
    }
    LeaseRow released = showRelease(parts.worker());
    return new Result(ids, rowsInTable, parts, held, json, indexes, released);
  }

  private List<Long> save(SessionFactory sessionFactory, int count) {
    List<Order> orders = new ArrayList<>();
    while (orders.size() < count) {
      sessionFactory.inTransaction(
          session -> {
            int end = Math.min(count, orders.size() + ORDERS_PER_TRANSACTION);
            while (orders.size() < end) {
              Order order = new Order("customer " + orders.size(), new BigDecimal("12.50"));
              session.persist(order);
              orders.add(order);
            }
          });
    }
    List<Long> ids = orders.stream().map(Order::getId).toList();
    requireAscending(ids);
    print("1. Saved %,d orders through Hibernate; each id is greater than the one before:", count);
    print("   %d … %d", ids.get(0), ids.get(count - 1));
    return ids;
  }

  private static void requireAscending(List<Long> ids) {
    for (int i = 1; i < ids.size(); i++) {
      if (ids.get(i) <= ids.get(i - 1)) {
        throw new IllegalStateException(
            "ids must ascend: %d after %d".formatted(ids.get(i), ids.get(i - 1)));
      }
    }
  }

  private static long count(Session session) {
    return session.createSelectionQuery("select count(*) from Order", Long.class).getSingleResult();
  }

  private SnowflakeParts decode(long id) {
    SnowflakeParts parts = SnowflakeLayout.DEFAULT.decompose(id);
    print("2. The last id says when and where it was made:");
    print("   %s, worker %d, sequence %d", parts.instant(), parts.worker(), parts.sequence());
    return parts;
  }

  private LeaseRow showLease(int worker) throws SQLException {
    LeaseRow lease = LeaseRow.read(dataSource, worker);
    print("3. The worker id is leased, in table snowflake_lease of the same database:");
    print("   worker %d, owner %s, token %d", worker, lease.owner(), lease.token());
    print("   timestamps reserved until %s", lease.reservedUntil());
    return lease;
  }

  private String showJson(Order order) {
    String json = JsonMapper.builder().findAndAddModules().build().writeValueAsString(order);
    print("4. JSON carries the id as a string, so that JavaScript does not round it:");
    print("   %s", json);
    return json;
  }

  private List<Locality.Filled> compareIndexes(int rows) throws SQLException {
    long[] ids = new long[rows];
    try (SnowflakeGenerator generator =
        SnowflakeGenerator.builder(new JdbcLeaseStore(dataSource)).build()) {
      generator.next(ids);
    }
    List<Locality.Filled> indexes = new Locality(dataSource).measure(ids);
    print("5. Index of the primary key after %,d inserts, one generator, one session:", rows);
    print("   keys         index MB   leaf density %%");
    for (Locality.Filled filled : indexes) {
      print(
          "   %-10s %10.2f %16.1f",
          filled.keys(), filled.index().bytes() / 1e6, filled.index().leafDensity());
    }
    return indexes;
  }

  private LeaseRow showRelease(int worker) throws SQLException {
    LeaseRow lease = LeaseRow.read(dataSource, worker);
    print("6. The SessionFactory is closed and the lease given back: %s", lease.released());
    print("   the next holder of worker %d starts at %s", worker, lease.releasedAt());
    return lease;
  }

  private void print(String format, Object... values) {
    out.printf(Locale.ROOT, format + "%n", values);
  }
}
