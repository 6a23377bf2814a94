package dev.snowflakeid.operations;

import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.etcd.EtcdLeaseStore;
import dev.snowflakeid.support.TestEtcd;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class AdminEtcdIT extends AdminContract {

  private static TestEtcd etcd;

  @BeforeAll
  static void start() {
    etcd = TestEtcd.start(1);
  }

  @AfterAll
  static void stop() {
    etcd.close();
  }

  @Override
  LeaseStore open() {
    return EtcdLeaseStore.builder(etcd.endpoints()).build();
  }

  @Override
  AdminCommand command(String namespace) {
    return new AdminCommand(
        List.of(
            "--store=etcd",
            "--etcd-endpoints=" + String.join(",", etcd.endpoints()),
            "--namespace=" + namespace),
        null);
  }

  @Override
  boolean hasClock() {
    return false;
  }
}
