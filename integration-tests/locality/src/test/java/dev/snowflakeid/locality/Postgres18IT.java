package dev.snowflakeid.locality;

import dev.snowflakeid.examples.locality.Workspace;
import java.io.IOException;
import java.sql.SQLException;

class Postgres18IT extends LocalityContract {

  @Override
  Workspace open() throws IOException, SQLException {
    return Workspace.embedded("16MB");
  }
}
