package dev.snowflakeid.examples.locality;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was measured for one strategy.
 *
 * @param loader {@code ordered}, or the number of clients
 * @param growth from the first part of the rows to all of them
 * @param edge where the rows after those went, null where the server does not tell
 * @param timeRange reading one percent of the rows by their time
 * @param recent looking up keys of the newest twentieth of the rows
 * @param any looking up keys of all rows
 */
public record Outcome(
    String strategy,
    String loader,
    List<Growth> growth,
    @Nullable Edge edge,
    Read timeRange,
    Read recent,
    Read any) {

  /** Returns the state after the last row. */
  public Growth last() {
    return growth.get(growth.size() - 1);
  }

  /**
   * The table after a part of its rows. Counts are sums since the first row.
   *
   * @param indexBytes size of the primary key's index
   * @param leafDensity how full its leaf pages are, in percent
   * @param leafSplits splits of leaf pages
   * @param walBytes WAL of the inserts, page images included
   * @param pageImages full-page images in it
   * @param blocksHit buffers found in shared buffers, of table and index
   * @param blocksRead buffers that were not there
   * @param blocksDirtied buffers that were clean before; null with concurrent clients, whose
   *     statements the server does not count one by one
   * @param rowsPerSecond insert rate of the last part
   */
  public record Growth(
      long rows,
      long indexBytes,
      double leafDensity,
      long leafSplits,
      long walBytes,
      long pageImages,
      long blocksHit,
      long blocksRead,
      @Nullable Long blocksDirtied,
      double rowsPerSecond) {}

  /**
   * The leaf pages that the next rows changed.
   *
   * @param rows how many rows
   * @param leafPages leaf pages of the index
   * @param changedLeafPages those that were changed
   * @param strip the leaf pages from lowest to highest key in equal parts: which share of each part
   *     was changed
   */
  public record Edge(int rows, int leafPages, int changedLeafPages, List<Double> strip) {}

  /**
   * One query.
   *
   * @param rows found
   * @param blocks buffers looked at
   * @param blocksRead those not found in shared buffers
   * @param millis execution time, as the server tells it
   */
  public record Read(long rows, long blocks, long blocksRead, double millis) {}
}
