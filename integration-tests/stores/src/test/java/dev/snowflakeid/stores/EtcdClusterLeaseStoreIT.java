package dev.snowflakeid.stores;

import dev.snowflakeid.support.TestEtcd;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on three members, which answer in turn. */
class EtcdClusterLeaseStoreIT extends EtcdContract {

  private static TestEtcd etcd;

  @BeforeAll
  static void startServers() {
    etcd = TestEtcd.start(3);
  }

  @AfterAll
  static void stopServers() {
    etcd.close();
  }

  @Override
  TestEtcd etcd() {
    return etcd;
  }
}
