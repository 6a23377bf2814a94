package dev.snowflakeid.faults;

import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestEtcd;
import dev.snowflakeid.support.TestMariaDb;
import dev.snowflakeid.support.TestZooKeeper;
import java.net.URI;
import java.sql.SQLException;

/**
 * A single server that keeps leases.
 *
 * @param name which one
 * @param port where it listens
 * @param setup how a process reaches it
 * @param kill ends it without a goodbye
 * @param restart starts it again with the data it had
 * @param end ends it and removes its data
 */
record Backend(String name, int port, Setup setup, Runnable kill, Runnable restart, Runnable end)
    implements AutoCloseable {

  static final String[] NAMES = {"postgresql", "mariadb", "etcd", "zookeeper"};

  static Backend start(String name) {
    return switch (name) {
      case "postgresql" -> postgresql();
      case "mariadb" -> mariadb();
      case "etcd" -> etcd();
      case "zookeeper" -> zookeeper();
      default -> throw new IllegalArgumentException("no such store: " + name);
    };
  }

  static Setup setup(Database database) {
    return Setup.parse(
        "store=jdbc",
        "address=" + database.jdbcUrl(),
        "user=" + database.user(),
        "password=" + database.password());
  }

  static Setup setup(TestEtcd etcd) {
    return Setup.parse("store=etcd", "address=" + String.join(",", etcd.endpoints()));
  }

  static Setup setup(TestZooKeeper zookeeper) {
    return Setup.parse("store=zookeeper", "address=" + zookeeper.connectString());
  }

  /** The same settings by way of another port. */
  Setup via(TcpProxy proxy) {
    String address = setup.get("address");
    return setup.with("address", address.replace(":" + port, ":" + proxy.port()));
  }

  private static Backend postgresql() {
    PostgresNode node = PostgresNode.create();
    return new Backend(
        "postgresql",
        node.port(),
        setup(node.database()),
        node::stopImmediately,
        node::start,
        node::close);
  }

  private static Backend mariadb() {
    TestMariaDb server = TestMariaDb.start("--innodb-flush-log-at-trx-commit=1");
    try {
      Database database = server.create();
      int port = URI.create(database.jdbcUrl().substring("jdbc:".length())).getPort();
      Database patient =
          new Database(
              database.jdbcUrl() + "?connectTimeout=2000", database.user(), database.password());
      return new Backend(
          "mariadb", port, setup(patient), server::kill, server::restart, server::close);
    } catch (SQLException e) {
      server.close();
      throw new IllegalStateException(e);
    }
  }

  private static Backend etcd() {
    TestEtcd etcd = TestEtcd.start(1);
    int port = URI.create(etcd.endpoints().get(0)).getPort();
    return new Backend(
        "etcd", port, setup(etcd), () -> etcd.kill(0), () -> etcd.restart(0), etcd::close);
  }

  private static Backend zookeeper() {
    TestZooKeeper zookeeper = TestZooKeeper.start(1);
    return new Backend(
        "zookeeper",
        zookeeper.port(0),
        setup(zookeeper),
        () -> zookeeper.kill(0),
        () -> zookeeper.restart(0),
        zookeeper::close);
  }

  @Override
  public void close() {
    end.run();
  }

  @Override
  public String toString() {
    return name;
  }
}
