package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.GeneratorContract;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import dev.snowflakeid.support.TestPostgres;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The protocol on PostgreSQL. */
class PostgresGeneratorIT extends GeneratorContract {

  private static TestPostgres postgres;
  private static HikariDataSource pool;

  @BeforeAll
  static void start() throws SQLException {
    postgres = TestPostgres.start();
    pool = new HikariDataSource();
    pool.setDataSource(postgres.create().dataSource());
    pool.setMaximumPoolSize(20);
  }

  @AfterAll
  static void stop() {
    pool.close();
    postgres.close();
  }

  @Override
  protected LeaseStore open() {
    return new JdbcLeaseStore(pool);
  }

  /** Kind of fault: a lost race to create the namespace surfaces as an error of the driver. */
  @Test
  void shouldStartFiftyGeneratorsAtOnceInANewNamespaceWithoutAnError() throws Exception {
    ExecutorService starters = Executors.newFixedThreadPool(50);
    List<SnowflakeGenerator> started = new ArrayList<>();
    try {
      Callable<SnowflakeGenerator> start =
          () -> SnowflakeGenerator.builder(open()).namespace("fifty").failFast(true).build();
      for (Future<SnowflakeGenerator> generator :
          starters.invokeAll(Collections.nCopies(50, start))) {
        started.add(generator.get());
      }
      Set<Integer> workers = new HashSet<>();
      started.forEach(ids -> workers.add(ids.layout().workerOf(ids.next())));
      assertEquals(50, workers.size());
    } finally {
      started.forEach(SnowflakeGenerator::beginClose);
      started.forEach(SnowflakeGenerator::close);
      starters.shutdownNow();
    }
  }
}
