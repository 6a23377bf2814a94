package dev.snowflakeid.examples.idservice;

import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.IdGenerationException;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.config.SnowflakeSettings;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.jdbc.ConnectionSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The generators of this process, one after the other. */
final class IdSource implements AutoCloseable {

  /** For stores that are no database. */
  private static final ConnectionSource NONE =
      new ConnectionSource() {
        @Override
        public Connection obtain() throws SQLException {
          throw new SQLException("there is no database");
        }

        @Override
        public void release(Connection connection) throws SQLException {
          connection.close();
        }
      };

  private final List<SnowflakeGenerator> generators = new ArrayList<>();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();
  private volatile boolean draining;

  private IdSource() {}

  /**
   * Starts the generators, which lease their workers in the background.
   *
   * @throws IllegalArgumentException if a setting breaks a rule; the message names it
   */
  static IdSource open(StoreOptions options, int count) {
    IdSource source = new IdSource();
    try {
      SnowflakeSettings settings = SnowflakeSettings.of(options.settings(), StoreOptions.PREFIX);
      ConnectionSource database = source.database(options, count);
      for (int i = 0; i < count; i++) {
        LeaseStore store = settings.openStore(database, name -> null);
        source.opened.add(store);
        source.generators.add(settings.startGenerator(store, settings.namespace()));
      }
      return source;
    } catch (RuntimeException e) {
      source.close();
      throw e;
    }
  }

  private ConnectionSource database(StoreOptions options, int count) {
    if (!options.needsDatabase()) {
      return NONE;
    }
    HikariDataSource pool = options.pool(count);
    opened.add(pool);
    return ConnectionSource.of(pool);
  }

  List<SnowflakeGenerator> generators() {
    return generators;
  }

  SnowflakeLayout layout() {
    return generators.get(0).layout();
  }

  /** Whether a request is likely to be answered with ids. */
  boolean ready() {
    return !draining && generators.stream().anyMatch(SnowflakeGenerator::isReady);
  }

  /** From here on load balancers are told to send nothing more; ids are made all the same. */
  void drain() {
    draining = true;
  }

  /**
   * Fills an array with ids of one generator: ascending, all or none.
   *
   * @throws IdGenerationException if none of the generators can
   */
  void next(long[] into) {
    int first = generators.size() == 1 ? 0 : next.getAndIncrement();
    for (int i = 0; ; i++) {
      try {
        generators.get(Math.floorMod(first + i, generators.size())).next(into);
        return;
      } catch (IdGenerationException e) {
        if (i == generators.size() - 1) {
          throw e;
        }
      }
    }
  }

  /** Gives the workers back and closes what was opened. */
  @Override
  public void close() {
    generators.forEach(SnowflakeGenerator::beginClose);
    generators.forEach(SnowflakeGenerator::close);
    for (int i = opened.size() - 1; i >= 0; i--) {
      try {
        opened.get(i).close();
      } catch (Exception e) {
        throw new IllegalStateException("a lease store could not be closed", e);
      }
    }
    opened.clear();
  }
}
