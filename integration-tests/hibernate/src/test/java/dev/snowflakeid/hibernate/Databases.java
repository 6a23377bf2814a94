package dev.snowflakeid.hibernate;

import dev.snowflakeid.support.TestPostgres;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Starts one PostgreSQL server for all tests and ends it after the last. */
final class Databases implements BeforeAllCallback {

  private static volatile TestPostgres postgres;

  @Override
  public void beforeAll(ExtensionContext context) {
    postgres =
        context
            .getRoot()
            .getStore(Namespace.create(Databases.class))
            .computeIfAbsent(TestPostgres.class, any -> TestPostgres.start(), TestPostgres.class);
  }

  static TestPostgres postgres() {
    return postgres;
  }
}
