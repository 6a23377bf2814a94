package dev.snowflakeid.lease.jdbc;

import java.sql.Connection;
import java.util.concurrent.atomic.AtomicInteger;

/** Lends the same connection each time. */
record Lender(Connection connection, AtomicInteger lent) implements ConnectionSource {

  Lender(Connection connection) {
    this(connection, new AtomicInteger());
  }

  @Override
  public Connection obtain() {
    lent.incrementAndGet();
    return connection;
  }

  @Override
  public void release(Connection connection) {
    lent.decrementAndGet();
  }
}
