package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import dev.snowflakeid.lease.etcd.EtcdLeaseStore;
import dev.snowflakeid.support.TestEtcd;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.options.LeaseOption;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How slots, owners and etcd leases hang together. */
class EtcdBindingIT {

  private static TestEtcd etcd;
  private EtcdKeys keys;
  private EtcdLeaseStore store;
  private Leases leases;

  @BeforeAll
  static void startServer() {
    etcd = TestEtcd.start(1);
  }

  @AfterAll
  static void stopServer() {
    etcd.close();
  }

  @BeforeEach
  void openStore() {
    keys = EtcdKeys.of(etcd);
    store = EtcdLeaseStore.builder(etcd.endpoints()).build();
    String namespace = "ns-" + Leases.nonce();
    store.initialize(namespace, "state=OK", 0, 1);
    leases = new Leases(store, namespace);
  }

  @AfterEach
  void closeStore() {
    store.close();
    keys.close();
  }

  @Test
  void shouldKeepTheEtcdLeaseWhileItIsLongEnough() throws Exception {
    Slot taken = leases.take(0);
    KeyValue owner = owner().orElseThrow();

    Slot renewed = leases.renew(taken).orElseThrow();

    assertEquals(owner.getLease(), owner().orElseThrow().getLease());
    assertEquals(renewed.nonce(), owner().orElseThrow().getValue().toString());
    assertEquals(60, ttl(owner.getLease()));
  }

  @Test
  void shouldMoveToAnotherEtcdLeaseForALongerTimeToLive() throws Exception {
    Slot vacant = leases.slot(0);
    StoredSlot first =
        store.acquire(leases.write(vacant, 600_000), leases.admission()).orElseThrow();
    long shortLease = owner().orElseThrow().getLease();

    StoredSlot second = store.renew(leases.write(first.slot(), 1_200_000), null).orElseThrow();

    long longLease = owner().orElseThrow().getLease();
    assertEquals(600_000, first.ttlMillis());
    assertEquals(1_200_000, second.ttlMillis());
    assertNotEquals(shortLease, longLease);
    assertEquals(1_200, ttl(longLease));
    Await.until("the short lease is revoked", () -> ttl(shortLease) < 0);
    assertTrue(leases.slot(0).live());
  }

  /** The server raises short times to live; what it granted counts, once. */
  @Test
  void shouldReportTheTimeToLiveThatWasGranted() throws Exception {
    Slot vacant = leases.slot(0);

    StoredSlot taken = store.acquire(leases.write(vacant, 1), leases.admission()).orElseThrow();
    long lease = owner().orElseThrow().getLease();
    StoredSlot renewed = store.renew(leases.write(taken.slot(), 1), null).orElseThrow();

    assertEquals(2_000, taken.ttlMillis());
    assertEquals(2_000, renewed.ttlMillis());
    assertEquals(lease, owner().orElseThrow().getLease());
  }

  @Test
  void shouldLeaveNoEtcdLeaseBehindAfterARelease() throws Exception {
    SlotWrite write = leases.write(leases.slot(0), 600_000);
    Slot taken = store.acquire(write, leases.admission()).orElseThrow().slot();
    long lease = owner().orElseThrow().getLease();

    assertTrue(leases.release(taken));

    assertEquals(Optional.empty(), owner());
    Await.until("the lease is revoked", () -> ttl(lease) < 0);
  }

  @Test
  void shouldReleaseALeaseThatHasExpired() throws Exception {
    Slot taken = leases.take(0);
    keys.revokeLease(owner().orElseThrow());

    assertTrue(leases.release(taken));

    assertTrue(leases.slot(0).cleanlyClosed());
  }

  @Test
  void shouldReviveALeaseThatHasExpired() throws Exception {
    Slot taken = leases.take(0);
    KeyValue expired = owner().orElseThrow();
    keys.revokeLease(expired);
    assertEquals(Optional.empty(), leases.renew(taken));

    Slot revived =
        store.renew(leases.write(taken), leases.admission()).map(StoredSlot::slot).orElseThrow();

    assertEquals(taken.token(), revived.token());
    assertEquals(60, ttl(owner().orElseThrow().getLease()));
    assertTrue(leases.renew(revived).isPresent());
  }

  /** A holder from before the restore of a snapshot finds another owner under its slot. */
  @Test
  void shouldNotWriteUnderTheOwnerKeyOfSomebodyElse() throws Exception {
    Slot taken = leases.take(0);
    KeyValue owner = owner().orElseThrow();
    keys.put(owner.getKey().toString(), "somebody-else");

    assertEquals(Optional.empty(), leases.renew(taken));
    assertFalse(leases.release(taken));
    assertEquals(taken, leases.slot(0));
  }

  @Test
  void shouldFinishACreationThatBrokeOffBeforeTheRecord() throws Exception {
    keys.delete(key("record/namespace"));
    keys.delete(key("worker/1/slot"));

    store.initialize(leases.namespace(), "state=OK", 0, 299);

    assertEquals(300, store.view(leases.namespace()).slots().size());
    assertEquals(1, leases.take(0).token());
  }

  @Test
  void shouldRefuseSlotsInUseWithoutARecord() throws Exception {
    leases.take(0);
    keys.delete(key("record/namespace"));

    LeaseStoreException refusal =
        assertThrows(
            LeaseStoreException.class,
            () -> store.initialize(leases.namespace(), "state=OK", 0, 1));

    assertEquals(
        "cannot create namespace %s in %s: the namespace has slots in use but no record: somebody deleted it"
            .formatted(leases.namespace(), store.describe()),
        refusal.getMessage());
    assertEquals(Optional.empty(), keys.get(key("record/namespace")));
  }

  @Test
  void shouldNameTheRecordThatCannotBeRead() throws Exception {
    keys.put(key("worker/0/slot"), "garbage");

    LeaseStoreException refusal =
        assertThrows(LeaseStoreException.class, () -> store.read(leases.namespace(), 0));

    assertTrue(refusal.getMessage().endsWith("worker=0 record=garbage"), refusal.getMessage());
  }

  @Test
  void shouldKeepApartWhatLiesUnderAnotherPrefix() {
    try (EtcdLeaseStore other =
        EtcdLeaseStore.builder(etcd.endpoints()).prefix("/elsewhere/").build()) {
      other.initialize(leases.namespace(), "state=OTHER", 0, 0);

      assertEquals(1, other.view(leases.namespace()).slots().size());
      assertEquals(2, store.view(leases.namespace()).slots().size());
    }
  }

  @Test
  void shouldCloseTheClientThatItOpenedButNoOther() throws Exception {
    Client client = keys.client();
    try (EtcdLeaseStore lent = new EtcdLeaseStore(client)) {
      assertEquals(2, lent.view(leases.namespace()).slots().size());
    }
    assertTrue(keys.slot(leases.namespace(), 0).isPresent());

    store.close();
    assertThrows(LeaseStoreException.class, () -> store.view(leases.namespace()));
  }

  private Optional<KeyValue> owner() throws Exception {
    return keys.owner(leases.namespace(), 0);
  }

  private String key(String name) {
    return "/snowflake/%s/%s".formatted(leases.namespace(), name);
  }

  /** The time to live of an etcd lease in seconds, −1 if there is none. */
  private long ttl(long lease) throws Exception {
    var answer =
        EtcdKeys.answer(keys.client().getLeaseClient().timeToLive(lease, LeaseOption.DEFAULT));
    return answer.getTTL() < 0 ? -1 : answer.getGrantedTTL();
  }
}
