package dev.snowflakeid.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.TestPostgres;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;

/**
 * What a start costs on PostgreSQL: a {@code SessionFactory} with an entity of either kind, taking
 * turns, and as many generators as there are workers, all at once.
 *
 * <p>Arguments: starts per kind.
 */
public final class StartTable {

  private static final int WORKERS = 1_024;
  private static final Logger HIBERNATE = Logger.getLogger("org.hibernate");

  private StartTable() {}

  /** Its id comes from a lease that is taken at start and given back at the end. */
  @Entity(name = "Leased")
  public static class Leased {
    @Id @SnowflakeId public Long id;
  }

  /** Its id comes from the database. */
  @Entity(name = "Numbered")
  public static class Numbered {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    @SequenceGenerator(name = "numbered_seq", allocationSize = 50)
    public Long id;
  }

  public static void main(String[] args) throws Exception {
    HIBERNATE.setLevel(Level.WARNING);
    int starts = args.length == 0 ? 50 : Integer.parseInt(args[0]);
    try (TestPostgres postgres = TestPostgres.start();
        HikariDataSource pool = pool(postgres)) {
      factories(pool, starts);
      everyWorker(pool);
    }
  }

  private static HikariDataSource pool(TestPostgres postgres) throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setDataSource(postgres.create().dataSource());
    config.setMaximumPoolSize(20);
    config.setConnectionTimeout(60_000);
    return new HikariDataSource(config);
  }

  private static void factories(DataSource database, int starts) {
    double[] leased = new double[starts];
    double[] numbered = new double[starts];
    for (int i = -starts; i < starts; i++) { // the first half compiles what is measured next
      int at = Math.floorMod(i, starts);
      numbered[at] = millisToStart(database, Numbered.class);
      leased[at] = millisToStart(database, Leased.class);
    }
    double with = median(leased);
    double without = median(numbered);
    System.out.printf("%nSessionFactory, median of %d, with its end%n", starts);
    System.out.printf("  @SnowflakeId %6.1f ms%n  sequence     %6.1f ms%n", with, without);
    System.out.printf("  ratio        %6.2f, difference %.1f ms%n", with / without, with - without);
  }

  private static double millisToStart(DataSource database, Class<?> entity) {
    long begun = System.nanoTime();
    StandardServiceRegistry registry =
        new StandardServiceRegistryBuilder()
            .applySetting("hibernate.connection.datasource", database)
            .applySetting("hibernate.hbm2ddl.auto", "update")
            .build();
    try (SessionFactory factory =
        new MetadataSources(registry)
            .addAnnotatedClass(entity)
            .buildMetadata()
            .buildSessionFactory()) {
      Objects.requireNonNull(factory);
    } finally {
      StandardServiceRegistryBuilder.destroy(registry);
    }
    return (System.nanoTime() - begun) / 1e6;
  }

  private static void everyWorker(DataSource database) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
    List<SnowflakeGenerator> generators = List.of();
    try {
      Callable<SnowflakeGenerator> start =
          () ->
              SnowflakeGenerator.builder(new JdbcLeaseStore(database))
                  .namespace("everyone")
                  .failFast(true)
                  .startTimeout(Duration.ofMinutes(2))
                  .build();
      long begun = System.nanoTime();
      generators =
          threads.invokeAll(Collections.nCopies(WORKERS, start)).stream()
              .map(StartTable::result)
              .toList();
      double seconds = (System.nanoTime() - begun) / 1e9;
      long distinct = generators.stream().map(generator -> worker(generator)).distinct().count();
      System.out.printf(
          "%d generators at once: %.1f s, %d distinct workers%n", WORKERS, seconds, distinct);
      if (distinct != WORKERS) {
        throw new IllegalStateException("two generators have one worker");
      }
    } finally {
      generators.forEach(SnowflakeGenerator::beginClose);
      generators.forEach(SnowflakeGenerator::close);
      threads.shutdownNow();
    }
  }

  private static int worker(SnowflakeGenerator generator) {
    OptionalInt worker = generator.status().worker();
    return worker.orElseThrow();
  }

  private static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
