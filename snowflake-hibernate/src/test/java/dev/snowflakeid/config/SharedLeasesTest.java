package dev.snowflakeid.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.LeaseStatus;
import dev.snowflakeid.LeaseUnavailableException;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.lease.InMemoryLeaseStore;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.Slot;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class SharedLeasesTest {

  private static final String PREFIX = "hibernate.snowflake.";

  private final String namespace = UUID.randomUUID().toString(); // of this test alone
  private final InMemoryLeaseStore store = new InMemoryLeaseStore(System::currentTimeMillis);
  private final List<OwnGenerators> sharers = new ArrayList<>();

  @AfterEach
  void closeAll() {
    sharers.forEach(OwnGenerators::close);
  }

  @Test
  void shouldShareTheLeaseOfTheSameStoreUntilTheLastOneCloses() {
    OwnGenerators first = sharer(new Way(store));
    OwnGenerators second = sharer(new Way(store));
    SnowflakeGenerator generator = first.open(namespace);
    assertSame(generator, second.open(namespace));
    assertEquals(1, live(store).size());

    long id = generator.next();
    first.close();
    first.close();
    assertThrows(LeaseUnavailableException.class, () -> first.open(namespace));
    assertTrue(second.open(namespace).next() > id);
    assertEquals(1, live(store).size());

    second.close();
    assertEquals(LeaseStatus.State.CLOSED, generator.status().state());
    assertEquals(List.of(), live(store));
  }

  @Test
  void shouldShareALeaseThatIsTakenInTheBackground() {
    SnowflakeGenerator generator = sharer(new Way(store)).get(namespace);
    assertSame(generator, sharer(new Way(store)).get(namespace));
    assertSame(generator, sharer(new Way(store)).open(namespace));
  }

  @Test
  void shouldNotShareWhatOnlyLooksTheSame() {
    Way way = new Way(store);
    SnowflakeGenerator generator = sharer(way).open(namespace);
    InMemoryLeaseStore createdAgain = new InMemoryLeaseStore(System::currentTimeMillis);
    SnowflakeGenerator.builder(createdAgain).namespace(namespace).build().close(); // has the slots
    way.target = createdAgain;

    assertNotSame(generator, sharer(way).open(namespace));
    assertEquals(1, live(createdAgain).size());
  }

  @Test
  void shouldNotShareALeaseThatIsLost() {
    SnowflakeGenerator lost = sharer(new Way(store)).open(namespace);
    Slot held = live(store).get(0);
    Slot taken =
        new Slot(
            held.worker(),
            held.highWater(),
            held.token() + 1,
            held.version() + 1,
            "of another holder",
            true,
            null,
            0,
            "another holder");
    store.overwrite(namespace, taken, Long.MAX_VALUE);

    assertNotSame(lost, sharer(new Way(store)).open(namespace));
  }

  @Test
  void shouldNotShareALeaseThatWasTakenOnOtherTerms() {
    SnowflakeGenerator generator = sharer(new Way(store)).open(namespace);
    for (Map<String, String> terms :
        List.of(
            Map.of("max-wait", "1s"),
            Map.of("lease.ttl", "50s"),
            Map.of("strict", "true"),
            Map.of("clock.max-offset", "1s"))) {
      OwnGenerators other = sharer(new Way(store), terms);
      assertNotSame(generator, other.open(namespace), terms.toString());
      other.close();
    }
    assertSame(generator, sharer(new Way(store), Map.of("lease.ttl", "60s")).open(namespace));
    assertSame(generator, sharer(new Way(store), Map.of("fail-fast", "true")).open(namespace));
  }

  @Test
  void shouldTakeALeaseOfItsOwnWhenThereIsNoProofInTime() throws InterruptedException {
    SnowflakeGenerator generator = sharer(new Way(store)).open(namespace);
    Way silent = new Way(store);
    CountDownLatch letGo = new CountDownLatch(1);
    silent.beforeCall("read", letGo::await);
    assertNotSame(generator, sharer(silent).open(namespace));
    letGo.countDown();
  }

  @Test
  void shouldRenewThroughAnotherStoreWhenOneCloses() throws InterruptedException {
    Way first = new Way(store);
    Way second = new Way(store);
    OwnGenerators closing = sharer(first, Map.of("lease.renew", "20ms"));
    SnowflakeGenerator generator = closing.open(namespace);
    sharer(second, Map.of("lease.renew", "20ms")).open(namespace);
    first.awaitCalls("renew", 3);
    assertEquals(0, second.calls("renew"));

    long id = generator.next();
    closing.close();
    int before = first.calls("renew");
    second.awaitCalls("renew", 3);
    assertEquals(before, first.calls("renew"));
    assertTrue(generator.next() > id);
    assertEquals(1, generator.status().workersTaken());
  }

  @Test
  void shouldRenewThroughAnotherStoreWhenOneFails() throws InterruptedException {
    Way first = new Way(store);
    Way second = new Way(store);
    SnowflakeGenerator generator = sharer(first, Map.of("lease.renew", "20ms")).open(namespace);
    sharer(second, Map.of("lease.renew", "20ms")).open(namespace);
    first.beforeCall(
        "renew",
        () -> {
          throw new LeaseStoreException("injected", null);
        });
    second.awaitCalls("renew", 3);
    assertEquals(1, generator.status().workersTaken());
  }

  @Test
  void shouldTreatACallThatAClosingStoreBreaksOffAsUnknown() throws InterruptedException {
    Way first = new Way(store);
    Way second = new Way(store);
    OwnGenerators closing = sharer(first, Map.of("lease.renew", "20ms"));
    SnowflakeGenerator generator = closing.open(namespace);
    sharer(second, Map.of("lease.renew", "20ms")).open(namespace);
    CountDownLatch called = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    first.afterCall(
        "renew",
        () -> {
          called.countDown();
          closed.await();
          throw new LeaseStoreException("the pool is closed", null);
        });
    called.await();
    long id = generator.next();
    closing.close(); // after 2 s it no longer waits for the call
    closed.countDown();

    second.awaitCalls("renew", 2);
    assertTrue(second.calls("read") >= 2, "a proof and a read-back");
    assertTrue(generator.next() > id);
    assertEquals(1, generator.status().workersTaken());
  }

  @Test
  void shouldWaitForACallUnderWayBeforeItsStoreCloses() throws Exception {
    Way first = new Way(store);
    OwnGenerators closing = sharer(first, Map.of("lease.renew", "20ms"));
    closing.open(namespace);
    sharer(new Way(store), Map.of("lease.renew", "20ms")).open(namespace);
    CountDownLatch called = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    first.beforeCall(
        "renew",
        () -> {
          called.countDown();
          answer.await();
        });
    called.await();
    Thread thread = new Thread(closing::close);
    thread.start();
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    answer.countDown();
    thread.join();
    assertEquals(first.calls("renew"), first.answers("renew"));
  }

  @Test
  void shouldShareWhileOthersComeAndGo() throws Exception {
    Set<Long> ids = ConcurrentHashMap.newKeySet();
    AtomicInteger made = new AtomicInteger();
    SnowflakeGenerator kept = sharer(new Way(store)).open(namespace);
    Callable<Void> comeAndGo =
        () -> {
          for (int i = 0; i < 50; i++) {
            try (OwnGenerators own = newSharer(new Way(store), Map.of())) {
              SnowflakeGenerator generator = own.open(namespace);
              assertSame(kept, generator);
              made.incrementAndGet();
              ids.add(generator.next());
            }
          }
          return null;
        };
    inThreads(8, comeAndGo);
    assertEquals(400, made.get());
    assertEquals(400, ids.size());
    assertEquals(1, live(store).size());
  }

  @Test
  void shouldGiveBackEveryLeaseWhenTheLastOneGoesWhileAnotherComes() throws Exception {
    Set<Long> ids = ConcurrentHashMap.newKeySet();
    Callable<Void> comeAndGo =
        () -> {
          for (int i = 0; i < 50; i++) {
            try (OwnGenerators own = newSharer(new Way(store), Map.of())) {
              assertTrue(ids.add(own.open(namespace).next()));
            }
          }
          return null;
        };
    inThreads(4, comeAndGo);
    assertEquals(200, ids.size());
    assertEquals(List.of(), live(store));
  }

  @Test
  void shouldShareAmongThoseThatStartAtTheSameTime() throws Exception {
    Set<SnowflakeGenerator> generators = ConcurrentHashMap.newKeySet();
    CountDownLatch start = new CountDownLatch(1);
    Callable<Void> open =
        () -> {
          OwnGenerators own = newSharer(new Way(store), Map.of());
          synchronized (sharers) {
            sharers.add(own);
          }
          start.countDown();
          start.await();
          generators.add(own.open(namespace));
          return null;
        };
    inThreads(8, open);
    assertEquals(1, generators.size());
  }

  private OwnGenerators sharer(Way way) {
    return sharer(way, Map.of());
  }

  private OwnGenerators sharer(Way way, Map<String, String> terms) {
    OwnGenerators own = newSharer(way, terms);
    sharers.add(own);
    return own;
  }

  private static OwnGenerators newSharer(Way way, Map<String, String> terms) {
    Map<String, Object> settings = new HashMap<>();
    terms.forEach((key, value) -> settings.put(PREFIX + key, value));
    LeaseStore proxy = way.store();
    return new OwnGenerators(SnowflakeSettings.of(settings, PREFIX), () -> proxy);
  }

  private List<Slot> live(InMemoryLeaseStore of) {
    return of.view(namespace).slots().stream().filter(Slot::live).toList();
  }

  private static void inThreads(int count, Callable<Void> task) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Future<Void>> results = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        results.add(threads.submit(task));
      }
      for (Future<Void> result : results) {
        result.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private interface Hook {
    void run() throws InterruptedException;
  }

  /** One sharer's way to a store, which counts calls. */
  private static final class Way {

    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> answers = new ConcurrentHashMap<>();
    private final Map<String, Hook> before = new ConcurrentHashMap<>();
    private final Map<String, Hook> after = new ConcurrentHashMap<>();
    private volatile LeaseStore target;

    Way(LeaseStore target) {
      this.target = target;
    }

    void beforeCall(String method, Hook hook) {
      before.put(method, hook);
    }

    void afterCall(String method, Hook hook) {
      after.put(method, hook);
    }

    int calls(String method) {
      return calls.getOrDefault(method, new AtomicInteger()).get();
    }

    int answers(String method) {
      return answers.getOrDefault(method, new AtomicInteger()).get();
    }

    void awaitCalls(String method, int more) {
      int enough = calls(method) + more;
      while (calls(method) < enough) {
        Thread.onSpinWait();
      }
    }

    LeaseStore store() {
      return (LeaseStore)
          Proxy.newProxyInstance(
              LeaseStore.class.getClassLoader(),
              new Class<?>[] {LeaseStore.class},
              (proxy, method, args) -> {
                String name = method.getName();
                calls.computeIfAbsent(name, n -> new AtomicInteger()).incrementAndGet();
                before.getOrDefault(name, () -> {}).run();
                try {
                  Object result = method.invoke(target, args);
                  after.getOrDefault(name, () -> {}).run();
                  answers.computeIfAbsent(name, n -> new AtomicInteger()).incrementAndGet();
                  return result;
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }
  }
}
