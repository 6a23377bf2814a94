package dev.snowflakeid.stores;

import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreContract;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.zookeeper.ZooKeeperLeaseStore;
import dev.snowflakeid.support.TestZooKeeper;

/** The contract on ZooKeeper, each store with a session of its own. */
abstract class ZooKeeperContract extends LeaseStoreContract {

  abstract TestZooKeeper zookeeper();

  @Override
  protected LeaseStore open() {
    return ZooKeeperLeaseStore.connect(
        zookeeper().connectString(),
        ZooKeeperLeaseStore.DEFAULT_ROOT,
        ZooKeeperLeaseStore.DEFAULT_SESSION_TIMEOUT);
  }

  /** A lease ends with its session. */
  @Override
  protected Slot takeAndLetLapse(LeaseStore holder, SlotWrite write, Admission admission) {
    try (LeaseStore passing = open()) {
      return passing.acquire(write, admission).orElseThrow().slot();
    }
  }
}
