package dev.snowflakeid.lease.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.LeaseStoreException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the store says when it cannot answer. */
class JdbcLeaseStoreErrorsTest {

  private static final String SIXTY_FOUR =
      "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

  @Test
  void shouldNameTheTaskAndThePoolThatGivesNoConnection() {
    SQLException exhausted = new SQLException("timed out (total=1, active=1)", "08001");
    JdbcLeaseStore store = JdbcLeaseStore.builder(failing(exhausted)).schema("ids").build();

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.read("orders", 7));

    assertEquals(
        "cannot read worker 7 of namespace orders: the connection pool or data source gave no"
            + " connection in JDBC database (not reached yet) schema ids: timed out (total=1,"
            + " active=1) (SQLState 08001)",
        failure.getMessage());
    assertSame(exhausted, failure.getCause());
  }

  @Test
  void shouldListTheDatabasesItKnowsWhenItMeetsAnother() {
    Lender lender = new Lender(connectionTo("Derby", "jdbc:derby:ids"));

    LeaseStoreException failure =
        assertThrows(
            LeaseStoreException.class, () -> JdbcLeaseStore.builder(lender).build().view("orders"));

    assertEquals(
        "leases need one of the databases [PostgreSQL, H2, MariaDB, MySQL, Microsoft SQL"
            + " Server, Oracle]: product=Derby",
        failure.getMessage());
    assertEquals(0, lender.lent().get());
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://db:5432/app?user=me&password=secret, jdbc:postgresql://db:5432/app",
    "jdbc:h2:mem:app;USER=me;PASSWORD=secret, jdbc:h2:mem:app",
    "jdbc:postgresql://me:secret@db/app, jdbc:postgresql://...@db/app",
    "jdbc:postgresql://me:s@cr/et@db/app, jdbc:postgresql://...@db/app",
    "jdbc:postgresql://db/app?password=s@cret, jdbc:postgresql://...",
    "jdbc:mysql://(host=db;user=me)/app, jdbc:mysql://",
    "jdbc:oracle:thin:me/secret@//db:1521/app, jdbc:oracle:thin:...@//db:1521/app",
    "jdbc:oracle:thin:@db:1521:app, jdbc:oracle:thin:db:1521:app",
    "'jdbc:postgresql://db-1,db-2/app', 'jdbc:postgresql://db-1,db-2/app'"
  })
  void shouldDescribeItselfWithoutSecrets(String url, String shown) {
    JdbcLeaseStore store = JdbcLeaseStore.builder(new Lender(connectionTo("Derby", url))).build();

    assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    assertEquals("Derby " + shown, store.describe());
  }

  /** As java.sql.DriverManager says it. */
  @Test
  void shouldNotRepeatTheSecretsOfADriversMessage() {
    SQLException unknown =
        new SQLException("No suitable driver found for jdbc:x://me:se cret@db/app?k=v", "08001");
    JdbcLeaseStore store = JdbcLeaseStore.builder(failing(unknown)).build();

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> store.view("orders"));

    assertTrue(
        failure.getMessage().endsWith("found for jdbc:x://...@db/app (SQLState 08001)"),
        failure.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", " ids", "ids ", "i\nds", "i\0ds", SIXTY_FOUR})
  void shouldRefuseASchemaThatIsNoIdentifier(String schema) {
    JdbcLeaseStoreBuilder builder =
        JdbcLeaseStore.builder(failing(new SQLException("not reached")));

    IllegalArgumentException failure =
        assertThrows(IllegalArgumentException.class, () -> builder.schema(schema));

    assertTrue(failure.getMessage().endsWith(": schema=" + schema), failure.getMessage());
  }

  private static ConnectionSource failing(SQLException failure) {
    return new ConnectionSource() {
      @Override
      public Connection obtain() throws SQLException {
        throw failure;
      }

      @Override
      public void release(Connection connection) {
        throw new AssertionError("nothing was lent");
      }
    };
  }

  /** A connection that knows where it leads and nothing else. */
  private static Connection connectionTo(String product, String url) {
    DatabaseMetaData metaData =
        proxy(DatabaseMetaData.class, method -> method.equals("getURL") ? url : product);
    return proxy(
        Connection.class,
        method ->
            switch (method) {
              case "getMetaData" -> metaData;
              case "getAutoCommit" -> true;
              case "isReadOnly" -> false;
              case "getNetworkTimeout" -> 1_000;
              case "getTransactionIsolation" -> Connection.TRANSACTION_READ_COMMITTED;
              default -> throw new UnsupportedOperationException(method);
            });
  }

  private static <T> T proxy(Class<T> type, Function<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> answers.apply(method.getName())));
  }
}
