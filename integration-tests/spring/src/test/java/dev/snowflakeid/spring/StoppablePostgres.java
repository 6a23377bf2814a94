package dev.snowflakeid.spring;

import dev.snowflakeid.support.Database;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;

/** A PostgreSQL that goes down and comes back on the same port with the same data. */
final class StoppablePostgres implements AutoCloseable {

  private final Path data;
  private int port;
  private EmbeddedPostgres server;

  StoppablePostgres(Path data) throws IOException {
    this.data = data;
    start();
  }

  void start() throws IOException {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false);
    if (port != 0) {
      builder.setPort(port);
    }
    server = builder.start();
    port = server.getPort();
  }

  void stop() throws IOException {
    if (server != null) {
      server.close();
      server = null;
    }
  }

  Database database() {
    return new Database(
        "jdbc:postgresql://localhost:%s/postgres?connectTimeout=2&socketTimeout=3".formatted(port),
        "postgres",
        "");
  }

  @Override
  public void close() throws IOException {
    stop();
  }
}
