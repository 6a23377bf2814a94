package dev.snowflakeid.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.support.TestEtcd;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.options.GetOption;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entities in H2, leases in etcd. */
class EtcdStoreIT {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldLeaseFromEtcdAndGiveBackOnClose(boolean eager) throws Exception {
    DataSource database = Engine.h2();
    try (TestEtcd etcd = TestEtcd.start(1);
        Client client = Client.builder().endpoints(etcd.endpoints().get(0)).build()) {
      Map<String, Object> settings =
          Map.of(
              Unit.PREFIX + "lease.store",
              "etcd",
              Unit.PREFIX + "lease.etcd.endpoints",
              String.join(", ", etcd.endpoints()),
              Unit.PREFIX + "lease.etcd.prefix",
              "/ids/",
              Unit.PREFIX + "eager",
              eager);
      try (Unit unit = Unit.start(database, settings, Order.class)) {
        assertEquals(eager ? 1 : 0, owners(client).size());
        Order order = unit.persist(new Order());
        assertEquals(List.of(order.id.toString()), Sql.rows(database, "select id from Orders"));
        int worker = SnowflakeLayout.DEFAULT.workerOf(order.id);
        assertEquals(List.of("/ids/default/worker/%d/owner".formatted(worker)), owners(client));
      }
      assertEquals(List.of(), owners(client));
      assertEquals(List.of("orders"), Sql.tables(database));
      Threads.awaitNoneOfLeases();
      assertEquals(List.of(), Threads.ofLeases());
    }
  }

  /** The keys that exist while a lease is held. */
  private static List<String> owners(Client client) throws Exception {
    GetOption below = GetOption.builder().isPrefix(true).withKeysOnly(true).build();
    return client
        .getKVClient()
        .get(ByteSequence.from("/ids/", StandardCharsets.UTF_8), below)
        .get(30, TimeUnit.SECONDS)
        .getKvs()
        .stream()
        .map(found -> found.getKey().toString(StandardCharsets.UTF_8))
        .filter(key -> key.endsWith("/owner"))
        .toList();
  }

  @Entity(name = "Orders")
  static class Order {
    @Id @SnowflakeId Long id;
  }
}
