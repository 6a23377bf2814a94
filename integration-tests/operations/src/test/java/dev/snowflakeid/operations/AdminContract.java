package dev.snowflakeid.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.LeaseStatus;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotReset;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What the command does on every store; each call is a process of its own. */
@Timeout(240)
abstract class AdminContract {

  private static final SnowflakeLayout LAYOUT =
      new SnowflakeLayout(SnowflakeLayout.DEFAULT.epoch(), 2, 12);
  private static final Duration TTL = Duration.ofSeconds(3);

  private final String namespace = "admin-" + UUID.randomUUID();
  private LeaseStore store;
  private AdminCommand admin;

  /** Opens the store as an application does. */
  abstract LeaseStore open();

  /** Says where the store is, as an operator does. */
  abstract AdminCommand command(String namespace);

  /** Whether the store tells the time. */
  boolean hasClock() {
    return true;
  }

  @BeforeEach
  void openStore() {
    store = open();
    admin = command(namespace);
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  private SnowflakeGenerator generator(String owner) {
    return SnowflakeGenerator.builder(store)
        .namespace(namespace)
        .layout(LAYOUT)
        .leaseTtl(TTL)
        .renewEvery(Duration.ofMillis(500))
        .maxClockOffset(Duration.ofSeconds(1))
        .maxWait(Duration.ofSeconds(30))
        .failFast(true)
        .owner(owner)
        .build();
  }

  private Slot slot(int worker) {
    return store.read(namespace, worker).orElseThrow().slot();
  }

  private JsonNode lease(int worker) {
    AdminCommand.Result result =
        admin.run("leases", "--json", "--state=live,cooling,poisoned,closed,free");
    assertEquals(0, result.exit(), result::all);
    return result.json().get(worker);
  }

  @Test
  void shouldShowLeasesLayoutAndClock() {
    AdminCommand.Result none = admin.run("leases");
    assertEquals(1, none.exit());
    assertTrue(
        none.err().startsWith("there is no such namespace: namespace=" + namespace), none::err);

    try (SnowflakeGenerator ids = generator("host-1/4711")) {
      long id = ids.next();
      int worker = LAYOUT.workerOf(id);

      AdminCommand.Result leases = admin.run("leases");
      assertEquals(0, leases.exit(), leases::all);
      assertEquals(2, leases.out().lines().count(), leases::out);
      assertTrue(
          leases.out().lines().skip(1).anyMatch(l -> l.startsWith(worker + " ")), leases::out);
      assertTrue(leases.out().contains("host-1/4711"), leases::out);
      assertTrue(leases.err().contains("of 4 workers 1 live"), leases::err);
      JsonNode lease = lease(worker);
      assertEquals("live", lease.get("state").asString());
      assertTrue(Instant.parse(lease.get("bound").asString()).isAfter(LAYOUT.instantOf(id)));

      JsonNode layout = admin.run("layout", "--json").json();
      assertEquals("ok", layout.get("state").asString());
      assertEquals(LAYOUT.lastInstant().toString(), layout.get("last instant").asString());
      assertEquals("0-3", layout.get("workers").asString());

      JsonNode decoded = admin.run("decode", "--json", Long.toString(id)).json().get(0);
      assertEquals(Long.toString(id), decoded.get("id").asString());
      assertEquals(LAYOUT.instantOf(id).toString(), decoded.get("instant").asString());

      AdminCommand.Result clock = admin.run("clock", "--json");
      assertEquals(0, clock.exit(), clock::all);
      assertEquals(hasClock(), !clock.json().get("offset").isNull());
    }
  }

  @Test
  void shouldEvictALiveHolderOnlyByItsName() throws Exception {
    try (SnowflakeGenerator evicted = generator("host-1/4711")) {
      long before = evicted.next();
      int worker = LAYOUT.workerOf(before);
      Slot held = slot(worker);

      for (String[] guess : new String[][] {{}, {"--live-owner=host-2/1"}}) {
        AdminCommand.Result refused = evict(worker, guess);
        assertEquals(1, refused.exit(), refused::all);
        assertTrue(refused.err().contains("owner=host-1/4711"), refused::err);
        assertEquals(held.token(), slot(worker).token());
        assertTrue(slot(worker).live());
      }
      AdminCommand.Result done = evict(worker, "--live-owner=host-1/4711");

      assertEquals(0, done.exit(), done::all);
      assertFalse(slot(worker).live());
      assertEquals(held.token() + 1, slot(worker).token());
      while (evicted.status().workersTaken() < 2) {
        assertTrue(evicted.next() > before);
        Thread.sleep(50); // until its next renewal
      }
      long after = evicted.next();
      assertNotEquals(worker, LAYOUT.workerOf(after));
      assertTrue(after > before);
    }
  }

  private AdminCommand.Result evict(int worker, String... options) {
    String[] all = new String[options.length + 2];
    all[0] = "evict";
    all[1] = Integer.toString(worker);
    System.arraycopy(options, 0, all, 2, options.length);
    return admin.run(all);
  }

  @Test
  void shouldUnpoisonAWorkerDownToTheLastIdThatIsKnown() {
    generator("host-1/4711").close();
    Instant now = Instant.now();
    long ahead = now.plus(Duration.ofHours(2)).toEpochMilli();
    store
        .reset(namespace, slot(3), new SlotReset(UUID.randomUUID().toString(), ahead, false))
        .orElseThrow();
    assertEquals("poisoned", lease(3).get("state").asString());
    long last = LAYOUT.compose(now.plus(Duration.ofHours(1)), 3, 7);
    long other = LAYOUT.compose(now.plus(Duration.ofHours(1)), 2, 7);

    AdminCommand.Result ofOther = admin.run("unpoison", "3", "--i-know-no-ids-above=" + other);
    assertEquals(2, ofOther.exit(), ofOther::all);
    assertEquals(ahead, slot(3).highWater());
    AdminCommand.Result done = admin.run("unpoison", "3", "--i-know-no-ids-above=" + last);

    assertEquals(0, done.exit(), done::all);
    assertEquals(LAYOUT.instantOf(last).toEpochMilli() + 1, slot(3).highWater());
    AdminCommand.Result again =
        admin.run("unpoison", "3", "--i-know-no-ids-above=" + now.plus(Duration.ofHours(1)));
    assertEquals(1, again.exit(), again::all);
    AdminCommand.Result toNow = admin.run("unpoison", "3", "--i-know-no-ids-above=" + now);
    assertEquals(0, toNow.exit(), toNow::all);
    assertTrue(slot(3).highWater() > now.toEpochMilli());
    assertTrue(slot(3).highWater() <= System.currentTimeMillis() + 1_000);
  }

  @Test
  void shouldKeepAcquisitionsWaitingInAQuarantine() {
    try (SnowflakeGenerator running = generator("host-1/4711")) {
      long before = running.next();

      AdminCommand.Result done = admin.run("quarantine", "--json");

      assertEquals(0, done.exit(), done::all);
      assertEquals("quarantined", done.json().get("state").asString());
      try (SnowflakeGenerator waiting =
          SnowflakeGenerator.builder(store)
              .namespace(namespace)
              .layout(LAYOUT)
              .leaseTtl(TTL)
              .renewEvery(Duration.ofMillis(500))
              .maxClockOffset(Duration.ofSeconds(1))
              .maxWait(Duration.ofSeconds(60))
              .build()) {
        assertEquals(LeaseStatus.State.QUARANTINED, waiting.status().state());
        assertTrue(running.next() > before);
        assertTrue(waiting.next() > before); // after 6 s
      }
      assertEquals(1, running.status().workersTaken());
      assertEquals("ok", admin.run("layout", "--json").json().get("state").asString());
    }
  }

  @Test
  void shouldChangeTheLayoutOnceAllHaveStopped() {
    String[] change = {
      "change-layout", "--worker-bits=3", "--workers=0-7", "--old-ids-will-decode-differently"
    };
    long last;
    try (SnowflakeGenerator running = generator("host-1/4711")) {
      last = running.next();
      AdminCommand.Result refused = admin.run(change);
      assertEquals(1, refused.exit(), refused::all);
      assertTrue(refused.err().contains("all processes must have stopped"), refused::err);
    }
    AdminCommand.Result falling =
        admin.run("change-layout", "--sequence-bits=8", "--old-ids-will-decode-differently");
    assertEquals(1, falling.exit(), falling::all);
    assertTrue(falling.err().contains("ids would not ascend"), falling::err);

    AdminCommand.Result done = admin.run(change);

    assertEquals(0, done.exit(), done::all);
    SnowflakeLayout wide = new SnowflakeLayout(LAYOUT.epoch(), 3, 12);
    try (SnowflakeGenerator next =
        SnowflakeGenerator.builder(store)
            .namespace(namespace)
            .layout(wide)
            .failFast(true)
            .build()) {
      assertTrue(next.next() > last);
    }
    assertEquals(
        List.of("3", "0-7"),
        List.of(
            admin.run("layout", "--json").json().get("worker bits").asString(),
            admin.run("layout", "--json").json().get("workers").asString()));
  }
}
