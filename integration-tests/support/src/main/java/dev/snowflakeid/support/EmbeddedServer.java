package dev.snowflakeid.support;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** A server process on a free port, with a data folder of its own. */
final class EmbeddedServer implements PostgresServer {

  private final EmbeddedPostgres postgres;

  private EmbeddedServer(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  static EmbeddedServer start(Map<String, String> settings) {
    EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder();
    settings.forEach(builder::setServerConfig);
    try {
      return new EmbeddedServer(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException("embedded PostgreSQL does not start", e);
    }
  }

  @Override
  public Database database(String name) {
    return new Database(postgres.getJdbcUrl("postgres", name), "postgres", "");
  }

  @Override
  public void close() {
    try {
      postgres.close();
    } catch (IOException e) {
      throw new UncheckedIOException("embedded PostgreSQL does not stop", e);
    }
  }
}
