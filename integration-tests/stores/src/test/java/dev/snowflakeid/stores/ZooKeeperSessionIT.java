package dev.snowflakeid.stores;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import dev.snowflakeid.lease.zookeeper.ZooKeeperLeaseStore;
import dev.snowflakeid.support.TestZooKeeper;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions that end, are replaced, or lose their server. */
@Timeout(60)
class ZooKeeperSessionIT {

  private static final String SLOT = "/snowflake/namespaces/orders/slots/0000";
  private static final String OWNER = "/snowflake/namespaces/orders/owners/0000";

  private final TestZooKeeper zookeeper = TestZooKeeper.start(1);
  private final ZooKeeperClients clients = new ZooKeeperClients();
  private CuratorFramework client;
  private CuratorFramework observer;
  private Leases leases;
  private Leases others;

  @BeforeEach
  void connect() throws Exception {
    client = clients.client(zookeeper.connectString());
    leases = Leases.on(new ZooKeeperLeaseStore(client));
    observer = clients.client(zookeeper.connectString());
    others = Leases.on(new ZooKeeperLeaseStore(observer));
  }

  @AfterEach
  void stop() {
    clients.close();
    zookeeper.close();
  }

  @Test
  void shouldReportTheSessionTimeoutThatTheServerGrants() throws Exception {
    Leases patient =
        Leases.on(new ZooKeeperLeaseStore(clients.client(zookeeper.connectString(), 60_000)));

    StoredSlot stored =
        patient.store().acquire(patient.write(patient.slot(0)), patient.admission()).orElseThrow();

    assertEquals(TestZooKeeper.MAX_SESSION_MILLIS, stored.ttlMillis());
    assertEquals(
        TestZooKeeper.MAX_SESSION_MILLIS,
        patient.store().renew(patient.write(stored.slot()), null).orElseThrow().ttlMillis());
  }

  /**
   * Kind of fault: Curator replaces a session, and the renewal looks only for the owner's znode.
   */
  @Test
  void shouldNotRenewInASessionThatReplacedTheHolders() throws Exception {
    Slot taken = leases.take(0);
    ZooKeeperClients.abandonSession(client);

    assertNotNull(observer.checkExists().forPath(OWNER));
    assertEquals(Optional.empty(), leases.renew(taken));
    assertEquals(taken, others.slot(0));
  }

  @Test
  void shouldNeitherTakeNorReviveASlotWhoseOwnEarlierSessionLives() throws Exception {
    Slot taken = leases.take(0);
    ZooKeeperClients.abandonSession(client);

    assertEquals(Optional.empty(), leases.store().acquire(leases.write(taken), leases.admission()));
    assertEquals(Optional.empty(), leases.store().renew(leases.write(taken), leases.admission()));
    assertEquals(taken, others.slot(0));
    assertEquals(1, leases.take(1).token());
  }

  @Test
  void shouldReviveOnceTheEarlierSessionIsOver() throws Exception {
    Slot taken = leases.take(0);
    ZooKeeperClients.abandonSession(client);
    await(() -> observer.checkExists().forPath(OWNER) == null);

    assertEquals(Optional.empty(), leases.renew(taken));
    Slot revived =
        leases.store().renew(leases.write(taken), leases.admission()).orElseThrow().slot();

    assertEquals(taken.token(), revived.token());
    assertEquals(revived, others.slot(0));
    assertTrue(leases.renew(revived).isPresent());
  }

  @Test
  void shouldLoseTheOwnerWithTheSession() throws Exception {
    Slot taken = leases.take(0);
    ZooKeeperClients.endSession(client);

    assertEquals(taken.withLive(false), others.slot(0));
    assertEquals(Optional.empty(), leases.renew(taken));
    assertEquals(2, others.take(0).token());
    assertEquals(Optional.empty(), leases.renew(taken));
    assertFalse(leases.release(taken));
  }

  @Test
  void shouldGiveBackASlotOfItsEarlierSession() throws Exception {
    Slot taken = leases.take(0);
    ZooKeeperClients.abandonSession(client);

    assertTrue(leases.release(taken));

    assertTrue(others.slot(0).cleanlyClosed());
    assertFalse(others.slot(0).live());
    assertEquals(2, others.take(0).token());
  }

  @Test
  void shouldNotShareASlotBetweenTwoStoresOnOneSession() {
    Leases twin = Leases.on(new ZooKeeperLeaseStore(client));
    Slot taken = leases.take(0);

    assertEquals(Optional.empty(), twin.store().acquire(twin.write(taken), twin.admission()));
    Slot renewed = twin.renew(taken).orElseThrow();
    assertEquals(Optional.empty(), leases.renew(taken));
    assertTrue(twin.release(renewed));
    assertEquals(Optional.empty(), leases.renew(taken));
  }

  /** Kind of fault: numbers that count writes come back after a restore. */
  @Test
  void shouldTellTheNonceWhenTokenAndVersionComeBack() throws Exception {
    Slot taken = leases.take(0);
    SlotWrite write = leases.write(taken);
    String other =
        new String(client.getData().forPath(SLOT), UTF_8).replace(taken.nonce(), "another-nonce");
    client.delete().deletingChildrenIfNeeded().forPath(SLOT);
    client.create().forPath(SLOT, new byte[0]);
    client.setData().forPath(SLOT, other.getBytes(UTF_8));
    client.create().forPath(SLOT + "/1-another-nonce", new byte[0]);

    assertEquals(taken.version(), leases.slot(0).version());
    assertEquals(taken.token(), leases.slot(0).token());
    assertEquals(Optional.empty(), leases.store().renew(write, null));
    assertEquals("another-nonce", leases.slot(0).nonce());
  }

  @Test
  void shouldGoOnAfterTheServerWasAwayForLessThanTheSession() throws Exception {
    client = clients.client(zookeeper.connectString(), TestZooKeeper.MAX_SESSION_MILLIS);
    leases = Leases.on(new ZooKeeperLeaseStore(client));
    Slot taken = leases.take(0);
    long session = ZooKeeperClients.handle(client).getSessionId();

    zookeeper.kill(0);
    assertThrows(LeaseStoreException.class, () -> leases.store().read("orders", 0));
    zookeeper.restart(0);
    client.blockUntilConnected();

    assertTrue(leases.renew(taken).isPresent());
    assertEquals(session, ZooKeeperClients.handle(client).getSessionId());
  }

  @Test
  void shouldFailWithinItsBoundWhenTheServerIsGone() {
    SlotWrite write = leases.write(leases.take(0));
    zookeeper.kill(0);

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> leases.store().renew(write, null));
    assertThrows(LeaseStoreException.class, () -> leases.store().read("orders", 0));
    assertThrows(LeaseStoreException.class, () -> leases.store().view("orders"));

    String start = "cannot renew worker 0 of namespace orders in ZooKeeper 127.0.0.1:";
    assertTrue(failure.getMessage().startsWith(start), failure.getMessage());
    assertTrue(failure.getMessage().contains("root /snowflake"), failure.getMessage());
  }

  @Test
  void shouldFailWithinItsBoundWhenTheServerFreezes() throws Exception {
    try (FreezingProxy proxy = new FreezingProxy(zookeeper.port(0))) {
      Leases frozen =
          Leases.on(
              new ZooKeeperLeaseStore(
                  clients.client("127.0.0.1:" + proxy.port(), TestZooKeeper.MAX_SESSION_MILLIS)));
      SlotWrite write = frozen.write(frozen.take(0));
      proxy.freeze();

      assertThrows(LeaseStoreException.class, () -> frozen.store().renew(write, null));
      assertThrows(LeaseStoreException.class, () -> frozen.store().view("orders"));
    }
  }

  @Test
  void shouldCloseItsOwnClientOnly() {
    leases.store().close();
    assertEquals(CuratorFrameworkState.STARTED, client.getState());

    ZooKeeperLeaseStore own =
        ZooKeeperLeaseStore.connect(
            zookeeper.connectString(), "/snowflake", ZooKeeperLeaseStore.DEFAULT_SESSION_TIMEOUT);
    Leases ofOwn = Leases.on(own);
    Slot taken = ofOwn.take(0);
    own.close();

    assertThrows(LeaseStoreException.class, () -> own.view("orders"));
    assertEquals(taken.withLive(false), leases.slot(0));
  }

  @Test
  void shouldStayInTheClientsNamespaceUnderItsRootWithItsAcl() throws Exception {
    ZooKeeperClients.handle(client).addAuthInfo("digest", "ids:secret".getBytes(UTF_8));
    ZooKeeperLeaseStore store =
        new ZooKeeperLeaseStore(
            client.usingNamespace("app"), "/ids/leases", ZooDefs.Ids.CREATOR_ALL_ACL);
    Leases guarded = Leases.on(store);
    assertTrue(guarded.renew(guarded.take(0)).isPresent());

    LeaseStoreException stranger =
        assertThrows(
            LeaseStoreException.class,
            () ->
                new ZooKeeperLeaseStore(
                        clients.client(zookeeper.connectString()), "/app/ids/leases")
                    .view("orders"));

    assertTrue(stranger.getMessage().contains("NoAuth"), stranger.getMessage());
    assertNull(client.checkExists().forPath("/ids"));
    assertTrue(store.describe().endsWith(" root /app/ids/leases"), store.describe());
  }

  @Test
  void shouldSayThatTheClientIsNotStarted() {
    CuratorFramework idle =
        CuratorFrameworkFactory.newClient(zookeeper.connectString(), new RetryOneTime(1));

    LeaseStoreException failure =
        assertThrows(LeaseStoreException.class, () -> new ZooKeeperLeaseStore(idle).view("orders"));

    assertTrue(
        failure.getMessage().contains("must be started: state=LATENT"), failure.getMessage());
  }

  @Test
  void shouldCreateALargeNamespaceInSeveralWrites() {
    leases.store().initialize("large", "state=OK", 0, 4_095);

    List<Slot> slots = leases.store().view("large").slots();
    assertEquals(4_096, slots.size());
    assertEquals(Slot.vacant(4_095), slots.get(4_095));
  }

  private static void await(Condition condition) throws Exception {
    while (!condition.holds()) {
      Thread.onSpinWait();
    }
  }

  @FunctionalInterface
  private interface Condition {
    boolean holds() throws Exception;
  }
}
