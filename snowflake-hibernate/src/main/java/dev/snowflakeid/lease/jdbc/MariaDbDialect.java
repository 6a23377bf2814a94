package dev.snowflakeid.lease.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** MariaDB 10.11 or later, through its own driver or that of MySQL. */
final class MariaDbDialect extends MySqlDialect {

  /** A number that is constant from start to stop: both terms are read off one clock. */
  private static final String START_TIME =
      "CAST(UNIX_TIMESTAMP() - (SELECT variable_value FROM information_schema.global_status"
          + " WHERE variable_name = 'UPTIME') AS SIGNED)";

  /** Server ids differ within a replication, host names between installations. */
  private static final String SERVER = "@@GLOBAL.server_id, '/', @@GLOBAL.hostname";

  @Override
  public String product() {
    return "MariaDB";
  }

  /** MySQL's driver calls every server MySQL. */
  @Override
  public boolean fits(String product, String version) {
    return product.equals(product()) || (product.equals("MySQL") && version.contains(product()));
  }

  @Override
  public String ddlFile() {
    return "mariadb.sql";
  }

  /**
   * Another server has another one. While the settings let a crash lose commits, the start time is
   * part of it, so that a restart counts as a loss. Not seen: a backup or snapshot put back on the
   * same host, a dump loaded into the running server.
   */
  @Override
  public String generation(Connection connection) throws SQLException {
    return "CONVERT(CONCAT(%s, IF(%s, '', CONCAT('/', %s))) USING utf8mb4) COLLATE utf8mb4_nopad_bin"
        .formatted(SERVER, CRASH_SAFE, START_TIME);
  }
}
