package dev.snowflakeid.stores;

import dev.snowflakeid.GeneratorContract;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.etcd.EtcdLeaseStore;
import dev.snowflakeid.support.TestEtcd;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The protocol on etcd, three members. */
class EtcdGeneratorIT extends GeneratorContract {

  private static TestEtcd etcd;
  private static EtcdLeaseStore store;

  @BeforeAll
  static void start() {
    etcd = TestEtcd.start(3);
    store = EtcdLeaseStore.builder(etcd.endpoints()).build();
  }

  @AfterAll
  static void stop() {
    store.close();
    etcd.close();
  }

  @Override
  protected LeaseStore open() {
    return store;
  }
}
