package dev.snowflakeid.stores;

import dev.snowflakeid.support.TestEtcd;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on a single etcd. */
class EtcdLeaseStoreIT extends EtcdContract {

  private static TestEtcd etcd;

  @BeforeAll
  static void startServer() {
    etcd = TestEtcd.start(1);
  }

  @AfterAll
  static void stopServer() {
    etcd.close();
  }

  @Override
  TestEtcd etcd() {
    return etcd;
  }
}
