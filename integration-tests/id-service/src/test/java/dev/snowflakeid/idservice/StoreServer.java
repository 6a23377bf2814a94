package dev.snowflakeid.idservice;

import dev.snowflakeid.support.Database;
import dev.snowflakeid.support.TestEtcd;
import dev.snowflakeid.support.TestMariaDb;
import dev.snowflakeid.support.TestZooKeeper;
import java.sql.SQLException;
import java.util.List;

/** A server to lease from that can be killed and started again. */
interface StoreServer extends AutoCloseable {

  /** One server of each kind of store. */
  enum Kind {
    JDBC,
    ETCD,
    ZOOKEEPER
  }

  /** Starts a server. */
  static StoreServer start(Kind kind) {
    return switch (kind) {
      case JDBC -> mariaDb();
      case ETCD -> etcd();
      case ZOOKEEPER -> zooKeeper();
    };
  }

  /** Options of a service that leases here. */
  List<String> options();

  void kill();

  void restart();

  @Override
  void close();

  private static StoreServer mariaDb() {
    TestMariaDb server = TestMariaDb.start();
    Database database;
    try {
      database = server.create();
    } catch (SQLException e) {
      server.close();
      throw new IllegalStateException(e);
    }
    return new StoreServer() {
      @Override
      public List<String> options() {
        return List.of(
            "--store=jdbc",
            "--jdbc-url=" + database.jdbcUrl(),
            "--jdbc-user=" + database.user(),
            "--jdbc-password=" + database.password());
      }

      @Override
      public void kill() {
        server.kill();
      }

      @Override
      public void restart() {
        server.restart();
      }

      @Override
      public void close() {
        server.close();
      }
    };
  }

  private static StoreServer etcd() {
    TestEtcd server = TestEtcd.start(1);
    return new StoreServer() {
      @Override
      public List<String> options() {
        return List.of("--store=etcd", "--etcd-endpoints=" + server.endpoints().get(0));
      }

      @Override
      public void kill() {
        server.kill(0);
      }

      @Override
      public void restart() {
        server.restart(0);
      }

      @Override
      public void close() {
        server.close();
      }
    };
  }

  private static StoreServer zooKeeper() {
    TestZooKeeper server = TestZooKeeper.start(1);
    return new StoreServer() {
      @Override
      public List<String> options() {
        return List.of("--store=zookeeper", "--zookeeper-connect=" + server.connectString());
      }

      @Override
      public void kill() {
        server.kill(0);
      }

      @Override
      public void restart() {
        server.restart(0);
      }

      @Override
      public void close() {
        server.close();
      }
    };
  }
}
