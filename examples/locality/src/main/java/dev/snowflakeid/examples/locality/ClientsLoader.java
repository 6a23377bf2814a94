package dev.snowflakeid.examples.locality;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/**
 * Concurrent Hibernate clients on one pool. Each has a SessionFactory of its own, so each has a
 * lease, a block of the sequence, a TSID factory of its own, as processes would.
 */
final class ClientsLoader implements Loader {

  private static final int ROWS_PER_TRANSACTION = 50;

  private final Connection connection;
  private final Kind kind;
  private final LongConsumer progress;
  private final HikariDataSource pool;
  private final List<SessionFactory> clients = new ArrayList<>();
  private final ExecutorService threads;

  ClientsLoader(
      Workspace workspace, Connection connection, Kind kind, int clients, LongConsumer progress) {
    this.connection = connection;
    this.kind = kind;
    this.progress = progress;
    this.pool = pool(workspace, clients);
    this.threads = Executors.newFixedThreadPool(clients);
    for (int client = 0; client < clients; client++) {
      this.clients.add(sessionFactory(workspace));
    }
  }

  private static HikariDataSource pool(Workspace workspace, int clients) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(workspace.jdbcUrl());
    config.setSchema(workspace.schema());
    config.addDataSourceProperty("ApplicationName", workspace.applicationName());
    config.addDataSourceProperty("reWriteBatchedInserts", "true");
    config.setMaximumPoolSize(clients + 2); // and the renewals of the leases
    return new HikariDataSource(config);
  }

  private SessionFactory sessionFactory(Workspace workspace) {
    Configuration configuration = new Configuration().addAnnotatedClass(Rows.entity(kind));
    configuration.getProperties().put("hibernate.connection.datasource", pool);
    configuration.setProperty("hibernate.jdbc.batch_size", "" + ROWS_PER_TRANSACTION);
    configuration.setProperty("hibernate.snowflake.lease.schema", workspace.schema());
    return configuration.buildSessionFactory();
  }

  @Override
  public Cost load(long rows) throws SQLException {
    Counters before = counters();
    long start = System.nanoTime();
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int client = 0; client < clients.size(); client++) {
      SessionFactory factory = clients.get(client);
      long share = rows * (client + 1) / clients.size() - rows * client / clients.size();
      tasks.add(() -> insert(factory, share));
    }
    await(tasks);
    double seconds = (System.nanoTime() - start) / 1e9;
    Counters after = counters();
    return new Cost(
        after.wal - before.wal,
        after.pageImages - before.pageImages,
        after.hit - before.hit,
        after.read - before.read,
        null,
        seconds);
  }

  private Void insert(SessionFactory factory, long rows) {
    for (long done = 0; done < rows; done += ROWS_PER_TRANSACTION) {
      long first = done;
      long end = Math.min(rows, done + ROWS_PER_TRANSACTION);
      factory.inTransaction(
          session -> {
            for (long number = first; number < end; number++) {
              session.persist(Rows.make(kind, number));
            }
          });
      progress.accept(end - first);
    }
    return null;
  }

  private void await(List<Callable<Void>> tasks) {
    try {
      for (Future<Void> future : threads.invokeAll(tasks)) {
        future.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while clients insert", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a client could not insert", e.getCause());
    }
  }

  private record Counters(long wal, long pageImages, long hit, long read) {}

  private Counters counters() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("select pg_stat_clear_snapshot()");
      try (ResultSet row =
          statement.executeQuery(
              """
              select pg_current_wal_insert_lsn() - '0/0'::pg_lsn, (select wal_fpi from pg_stat_wal),
                heap_blks_hit + idx_blks_hit, heap_blks_read + idx_blks_read
              from pg_statio_user_tables where relid = 'measured'::regclass
              """)) {
        row.next();
        return new Counters(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
      }
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    clients.forEach(SessionFactory::close);
    pool.close();
  }
}
