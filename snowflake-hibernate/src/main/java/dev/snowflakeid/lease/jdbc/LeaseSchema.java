package dev.snowflakeid.lease.jdbc;

import dev.snowflakeid.lease.LeaseStoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The two tables: found, or created, when the store is first used. */
final class LeaseSchema {

  private static final String CREATE = "create them, or grant the right to:";
  private static final Pattern TABLE = Pattern.compile("CREATE TABLE (IF NOT EXISTS )?");

  private final JdbcDialect dialect;
  private final String qualifier;
  private final String store;

  LeaseSchema(JdbcDialect dialect, @Nullable String schema, String store) {
    this.dialect = dialect;
    this.qualifier = schema == null ? "" : dialect.quote(schema) + ".";
    this.store = store;
  }

  /**
   * Makes sure that the tables exist and returns the statements on them.
   *
   * @throws LeaseStoreException if they are missing and were not created; the message has the DDL
   */
  LeaseSql open(Connection connection, CreateTable createTable) throws SQLException {
    Optional<SQLException> missing = probe(connection);
    if (missing.isPresent()) {
      if (createTable == CreateTable.NEVER) {
        throw failure("the lease tables are missing (create-table=never)", missing.get(), CREATE);
      }
      create(connection);
    }
    LeaseSql sql = new LeaseSql(dialect, qualifier, dialect.generation(connection));
    dialect.inspect(connection, store);
    return sql;
  }

  /** Selects every column: a table of another shape is found now, not at some later write. */
  private Optional<SQLException> probe(Connection connection) throws SQLException {
    try {
      Rows.view(new LeaseSql(dialect, qualifier, null).view(""), connection);
      return Optional.empty();
    } catch (SQLException e) {
      if (dialect.isMissingTable(e)) {
        return Optional.of(e);
      }
      if (dialect.isUnusableTable(e)) {
        throw failure("the lease tables cannot be used", e, "this is what they must be:");
      }
      throw e;
    }
  }

  /**
   * Somebody else may be at it in the same moment, and then even {@code IF NOT EXISTS} fails, in
   * several ways, and not every database has it: what counts is whether the tables are there
   * afterwards.
   */
  private void create(Connection connection) throws SQLException {
    SQLException failure = null;
    for (String statement : statements()) {
      try {
        Command.of(statement).update(connection);
      } catch (SQLException e) {
        failure = e;
      }
    }
    Optional<SQLException> missing = probe(connection);
    if (missing.isPresent()) {
      throw failure(
          "the lease tables are missing and could not be created",
          failure == null ? missing.get() : failure,
          CREATE);
    }
  }

  private LeaseStoreException failure(String what, SQLException cause, String remedy) {
    return new LeaseStoreException(
        "%s in %s: %s (SQLState %s); %s\n%s"
            .formatted(what, store, cause.getMessage(), cause.getSQLState(), remedy, ddl()),
        cause);
  }

  private String ddl() {
    return String.join(";", statements()) + ";";
  }

  /** The text of the file in the jar, with the schema put before the names. */
  private List<String> statements() {
    return Stream.of(text().split(";", -1))
        .filter(statement -> !statement.isBlank())
        .map(
            statement ->
                TABLE.matcher(statement).replaceFirst("$0" + Matcher.quoteReplacement(qualifier)))
        .toList();
  }

  private String text() {
    try (InputStream in = LeaseSchema.class.getResourceAsStream(dialect.ddlFile())) {
      if (in == null) {
        throw new IllegalStateException("missing in the jar: " + dialect.ddlFile());
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
