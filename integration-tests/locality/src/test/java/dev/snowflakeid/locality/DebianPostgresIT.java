package dev.snowflakeid.locality;

import dev.snowflakeid.examples.locality.Workspace;
import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

class DebianPostgresIT extends LocalityContract {

  private @Nullable DebianPostgres server;

  @Override
  Workspace open() throws IOException, InterruptedException, SQLException {
    DebianPostgres started = new DebianPostgres();
    server = started;
    return Workspace.at(started.jdbcUrl("postgres"), "snowflake_locality");
  }

  @Override
  void end() throws IOException, InterruptedException {
    if (server != null) {
      server.close();
    }
  }
}
