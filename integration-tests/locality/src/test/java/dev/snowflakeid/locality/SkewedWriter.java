package dev.snowflakeid.locality;

import com.zaxxer.hikari.HikariDataSource;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A process that inserts rows at a constant rate, in small transactions. */
final class SkewedWriter {

  private static final int ROWS_PER_TRANSACTION = 5;

  private SkewedWriter() {}

  /**
   * Arguments: JDBC URL, rows, rows per ms, whether T is aligned. Begins at the end of its input.
   */
  public static void main(String[] args) throws Exception {
    HikariDataSource dataSource = new HikariDataSource();
    dataSource.setJdbcUrl(args[0]);
    dataSource.setMaximumPoolSize(2);
    int rows = Integer.parseInt(args[1]);
    double rowsPerNano = Double.parseDouble(args[2]) / TimeUnit.MILLISECONDS.toNanos(1);
    try (SnowflakeGenerator generator =
            SnowflakeGenerator.builder(new JdbcLeaseStore(dataSource))
                .alignClock(Boolean.parseBoolean(args[3]))
                .build();
        Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("insert into measured select unnest(?)")) {
      generator.awaitReady(Duration.ofMinutes(1)); // on a machine under load
      insert(generator, insert, 1_000, Double.MAX_VALUE); // warm
      System.out.println("ready");
      System.in.read();
      insert(generator, insert, rows, rowsPerNano);
    }
  }

  private static void insert(
      SnowflakeGenerator generator, PreparedStatement insert, int rows, double rowsPerNano)
      throws Exception {
    long start = System.nanoTime();
    long[] ids = new long[ROWS_PER_TRANSACTION];
    for (int done = 0; done < rows; done += ids.length) {
      long due = start + (long) (done / rowsPerNano);
      for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
        LockSupport.parkNanos(early);
      }
      generator.next(ids);
      Array array =
          insert
              .getConnection()
              .createArrayOf("bigint", Arrays.stream(ids).boxed().toArray(Long[]::new));
      insert.setArray(1, array);
      insert.executeUpdate();
      array.free();
    }
  }
}
