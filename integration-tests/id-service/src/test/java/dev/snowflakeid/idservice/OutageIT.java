package dev.snowflakeid.idservice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The store or the service is killed while clients ask. */
class OutageIT {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String[] SHORT_LEASE = {
    "--set=lease.ttl=6s", "--set=lease.renew=1s", "--max-wait=100"
  };

  private static Service start(StoreServer store, String... further) {
    List<String> options = new ArrayList<>(store.options());
    options.addAll(List.of(SHORT_LEASE));
    options.addAll(List.of(further));
    return Service.start(options.toArray(String[]::new));
  }

  @ParameterizedTest
  @EnumSource
  void shouldRefuseWholeBatchesWhileTheStoreIsDownAndRecover(StoreServer.Kind kind) {
    try (StoreServer store = StoreServer.start(kind);
        Service service = start(store)) {
      service.awaitReady();
      Load load = new Load(service, 4);
      try (load) {
        Await.until(PATIENCE, () -> load.answered() > 20, service::log);
        store.kill();
        Await.until(PATIENCE, () -> load.refused() > 20, service::log);
        service.awaitNotReady();
        store.restart();
        int before = load.answered();
        Await.until(PATIENCE, () -> load.answered() > before + 20, service::log);
        service.awaitReady();
      }
      assertEquals(List.of(), load.wrong());
      assertEquals(0, load.broken());
      assertDistinct(load.ids());
    }
  }

  @Test
  void shouldNotRepeatIdsWhenItIsKilledAndStartedAgain() {
    try (StoreServer store = StoreServer.start(StoreServer.Kind.ETCD)) {
      List<Long> ids = new ArrayList<>();
      for (int life = 0; life < 3; life++) {
        try (Service service = start(store, "--generators=2")) {
          service.awaitReady();
          Load load = new Load(service, 4);
          try (load) {
            Await.until(PATIENCE, () -> load.answered() > 20, service::log);
            service.kill();
            Await.until(PATIENCE, () -> load.broken() > 0, service::log);
          }
          assertEquals(List.of(), load.wrong());
          ids.addAll(load.ids());
        }
      }
      assertTrue(ids.size() > 3_000);
      assertDistinct(ids);
    }
  }

  @Test
  void shouldStartWithoutItsStoreAndBecomeReadyByItself() throws IOException {
    try (StoreServer store = StoreServer.start(StoreServer.Kind.ETCD)) {
      store.kill();
      try (Service service = start(store)) {
        assertEquals(200, service.get("/health/live").statusCode());
        assertEquals(503, service.get("/health/ready").statusCode());
        assertEquals(503, service.post("/v1/ids").statusCode());
        HttpResponse<String> large = service.post("/v1/ids?count=10000");
        assertEquals(503, large.statusCode(), large.body());
        assertEquals("1", large.headers().firstValue("Retry-After").orElseThrow());
        store.restart();
        service.awaitReady();
        assertEquals(200, service.post("/v1/ids").statusCode());
        assertEquals(10_000, Service.ids(service.post("/v1/ids?count=10000")).size());
      }
    }
  }

  @Test
  void shouldAnswerWhatWasAskedAndGiveItsWorkersBackOnSigterm() throws IOException {
    try (StoreServer store = StoreServer.start(StoreServer.Kind.ETCD)) {
      List<Long> ids = new ArrayList<>();
      try (Service service = start(store, "--set=workers=0-0")) {
        service.awaitReady();
        Load load = new Load(service, 4);
        try (load) {
          Await.until(PATIENCE, () -> load.answered() > 20, service::log);
          service.terminate();
          assertEquals(0, service.awaitExit(), service.log());
        }
        assertEquals(List.of(), load.wrong());
        assertTrue(service.log().contains("Released: "), service.log());
        ids.addAll(load.ids());
      }
      // The only worker there is: were it not given back, its lease would have to run out first.
      try (Service next = start(store, "--set=workers=0-0", "--set=start-timeout=2s")) {
        next.awaitReady();
        ids.addAll(Service.ids(next.post("/v1/ids?count=1000")));
        assertDistinct(ids);
        assertTrue(next.log().indexOf("No worker leased") < 0, next.log());
      }
    }
  }

  @Test
  void shouldEndWithoutItsStoreAndWithoutTheRestOfARequest() throws IOException {
    try (StoreServer store = StoreServer.start(StoreServer.Kind.ZOOKEEPER);
        Service service = start(store)) {
      service.awaitReady();
      try (Socket socket = new Socket("localhost", service.address().getPort())) {
        socket.getOutputStream().write('P');
        store.kill();
        service.awaitNotReady();
        service.terminate();
        assertEquals(-1, socket.getInputStream().read());
        assertEquals(0, service.awaitExit(), service.log());
      }
      assertTrue(service.log().contains("Ended"), service.log());
    }
  }

  private static void assertDistinct(List<Long> ids) {
    assertEquals(ids.size(), new HashSet<>(ids).size(), "an id was handed out twice");
  }
}
