package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.support.TestZooKeeper;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entities in H2, leases in ZooKeeper. */
class ZooKeeperStoreIT {

  private static final String OWNERS = "/ids/namespaces/default/owners";

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldLeaseFromZooKeeperAndGiveBackOnClose(boolean eager) throws Exception {
    DataSource database = Engine.h2();
    try (TestZooKeeper zooKeeper = TestZooKeeper.start(1);
        CuratorFramework client = client(zooKeeper)) {
      Map<String, Object> settings =
          Map.of(
              Unit.PREFIX + "lease.store",
              "zookeeper",
              Unit.PREFIX + "lease.zookeeper.connect",
              zooKeeper.connectString(),
              Unit.PREFIX + "lease.zookeeper.root",
              "/ids",
              Unit.PREFIX + "lease.zookeeper.session-timeout",
              "6s",
              Unit.PREFIX + "eager",
              eager);
      try (Unit unit = Unit.start(database, settings, Order.class)) {
        assertEquals(eager ? 1 : 0, owners(client).size());
        Order order = unit.persist(new Order());
        assertEquals(List.of(order.id.toString()), Sql.rows(database, "select id from Orders"));
        int worker = SnowflakeLayout.DEFAULT.workerOf(order.id);
        assertEquals(List.of(worker), owners(client));
      }
      assertEquals(List.of(), owners(client));
      assertEquals(List.of("orders"), Sql.tables(database));
      Threads.awaitNoneOfLeases();
      assertEquals(List.of(), Threads.ofLeases());
    }
  }

  /** The workers whose lease is held. */
  private static List<Integer> owners(CuratorFramework client) throws Exception {
    return client.checkExists().forPath(OWNERS) == null
        ? List.of()
        : client.getChildren().forPath(OWNERS).stream().map(Integer::valueOf).toList();
  }

  private static CuratorFramework client(TestZooKeeper zooKeeper) throws InterruptedException {
    CuratorFramework client =
        CuratorFrameworkFactory.newClient(zooKeeper.connectString(), new RetryOneTime(100));
    client.start();
    client.blockUntilConnected();
    return client;
  }

  @Entity(name = "Orders")
  static class Order {
    @Id @SnowflakeId Long id;
  }
}
