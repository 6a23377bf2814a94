package dev.snowflakeid.examples.locality;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Fills the table {@code measured}, part by part. */
interface Loader extends AutoCloseable {

  /**
   * What a number of inserts have cost.
   *
   * @param dirtied null if it is not known
   */
  record Cost(
      long walBytes, long pageImages, long hit, long read, @Nullable Long dirtied, double seconds) {

    static final Cost NONE = new Cost(0, 0, 0, 0, 0L, 0);

    Cost plus(Cost other) {
      return new Cost(
          walBytes + other.walBytes,
          pageImages + other.pageImages,
          hit + other.hit,
          read + other.read,
          dirtied == null || other.dirtied == null ? null : Long.valueOf(dirtied + other.dirtied),
          seconds + other.seconds);
    }
  }

  /** Inserts rows. */
  Cost load(long rows) throws SQLException;

  @Override
  void close() throws SQLException;
}
