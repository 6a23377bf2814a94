package dev.snowflakeid.support;

/** A running server that nobody else uses. */
interface PostgresServer extends AutoCloseable {

  Database database(String name);

  @Override
  void close();
}
