package dev.snowflakeid.stores;

import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreContract;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.etcd.EtcdLeaseStore;
import dev.snowflakeid.support.TestEtcd;

/** The contract on etcd, whose leases lapse when they are revoked: its clock cannot be hurried. */
abstract class EtcdContract extends LeaseStoreContract {

  /** Returns the running cluster. */
  abstract TestEtcd etcd();

  @Override
  protected LeaseStore open() {
    return EtcdLeaseStore.builder(etcd().endpoints()).build();
  }

  @Override
  protected boolean hasClock() {
    return false;
  }

  @Override
  protected Slot takeAndLetLapse(LeaseStore holder, SlotWrite write, Admission admission)
      throws Exception {
    Slot taken = holder.acquire(write, admission).orElseThrow().slot();
    try (EtcdKeys keys = EtcdKeys.of(etcd())) {
      keys.revokeLease(keys.owner(write.namespace(), taken.worker()).orElseThrow());
    }
    return taken;
  }
}
