package dev.snowflakeid.locality;

import dev.snowflakeid.examples.locality.Workspace;
import java.io.IOException;
import java.sql.SQLException;

class DebianPostgresIT extends LocalityContract {

  private DebianPostgres server;

  @Override
  Workspace open() throws IOException, InterruptedException, SQLException {
    server = new DebianPostgres();
    return Workspace.at(server.jdbcUrl("postgres"), "snowflake_locality");
  }

  @Override
  void end() throws IOException, InterruptedException {
    server.close();
  }
}
