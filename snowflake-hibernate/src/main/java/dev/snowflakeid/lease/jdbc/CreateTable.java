package dev.snowflakeid.lease.jdbc;

/** Whether the store creates its tables. */
public enum CreateTable {
  /** Creates them when they are missing. */
  AUTO,

  /** Expects them; when they are missing, the error shows the DDL. */
  NEVER
}
