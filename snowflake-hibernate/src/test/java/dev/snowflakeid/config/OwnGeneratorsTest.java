package dev.snowflakeid.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.LeaseStatus;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.lease.InMemoryLeaseStore;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.Slot;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 25, threadMode = ThreadMode.SEPARATE_THREAD) // less than the start-timeout
class OwnGeneratorsTest {

  private static final String PREFIX = "hibernate.snowflake.";

  private final InMemoryLeaseStore store = new InMemoryLeaseStore(System::currentTimeMillis);
  private final CountDownLatch letGo = new CountDownLatch(1);
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();

  @AfterEach
  void letGo() {
    letGo.countDown();
  }

  @Test
  void shouldAskAllGeneratorsToCloseBeforeItWaitsForOne() throws InterruptedException {
    CountDownLatch releases = new CountDownLatch(4);
    OwnGenerators own = own(hangingIn("release", releases));
    List<SnowflakeGenerator> generators = new ArrayList<>();
    for (String namespace : List.of("a", "b", "c", "d")) {
      generators.add(own.open(namespace));
      assertTrue(generators.get(generators.size() - 1).next() > 0);
    }

    Thread closing = new Thread(own::close);
    closing.start();
    while (closing.getState() != Thread.State.TIMED_WAITING) { // as nothing but that wait is timed
      Thread.onSpinWait();
    }
    List<LeaseStatus.State> states = generators.stream().map(g -> g.status().state()).toList();
    assertEquals(List.of(), states.stream().filter(s -> s != LeaseStatus.State.CLOSED).toList());
    assertEquals(0, closed.get());

    releases.await();
    letGo.countDown();
    closing.join();
    assertEquals(4, closed.get());
    assertEquals(List.of(), live("a", "b", "c", "d"));
  }

  @Test
  void shouldWaitForNoOpeningOfAnotherNamespaceNorOfOneThatIsToClose() throws InterruptedException {
    CountDownLatch views = new CountDownLatch(1);
    OwnGenerators own = own(hangingIn("view", views));
    CompletableFuture<SnowflakeGenerator> opening = inThread(() -> own.open("a"));
    views.await();

    SnowflakeGenerator other = own.get("b");
    own.close();

    assertEquals(LeaseStatus.State.CLOSED, other.status().state());
    assertFalse(opening.isDone());
    letGo.countDown();
    CompletionException e = assertThrows(CompletionException.class, opening::join);
    assertInstanceOf(IllegalStateException.class, e.getCause());
    assertEquals(List.of(), live("a"));
  }

  @Test
  void shouldReturnAGeneratorBeforeItsStoreAnswers() {
    OwnGenerators own = own(hangingIn("view", new CountDownLatch(1)));
    SnowflakeGenerator generator = own.get("a");
    assertEquals(LeaseStatus.State.STARTING, generator.status().state());
    assertSame(generator, own.get("a"));
    own.close();
  }

  @Test
  void shouldOpenOneGeneratorForEachNamespace() {
    OwnGenerators own = own(store);
    SnowflakeGenerator first = own.open("a");
    assertSame(first, own.open("a"));
    assertSame(first, own.get("a"));
    assertEquals(1, opened.get());
    own.close();
    assertEquals(1, closed.get());
  }

  @Test
  void shouldOpenNothingAfterItClosed() {
    OwnGenerators own = own(store);
    own.close();
    own.close();
    assertThrows(IllegalStateException.class, () -> own.open("a"));
    assertThrows(IllegalStateException.class, () -> own.get("a"));
    assertThrows(IllegalStateException.class, () -> own.check("a"));
    assertEquals(0, opened.get());
  }

  @Test
  void shouldCheckSettingsWithoutALease() {
    OwnGenerators own =
        new OwnGenerators(settings(Map.of(PREFIX + "lease.renew", "30s")), () -> counted(store));
    assertEquals(
        "renewal interval must be at least 1 ms and at most a third of the TTL of PT1M:"
            + " renewEvery=PT30S (settings under hibernate.snowflake.)",
        assertThrows(IllegalArgumentException.class, () -> own.check("a")).getMessage());
    assertThrows(IllegalArgumentException.class, () -> own.check("a b"));
    own(store).check("a");
    assertEquals(List.of(), store.view("a").slots());
  }

  @Test
  void shouldCloseTheOtherStoresWhenOneFails() {
    OwnGenerators own = own(store);
    own.open("a");
    own.open("b");
    closed.set(Integer.MIN_VALUE); // lets the first one fail
    own.close();
    assertEquals(Integer.MIN_VALUE + 2, closed.get());
  }

  @Test
  void shouldLeaveAStoreBehindThatDoesNotClose() throws InterruptedException {
    CountDownLatch closes = new CountDownLatch(2);
    LeaseStore hanging = hangingIn("close", closes);
    OwnGenerators own = new OwnGenerators(settings(Map.of()), () -> hanging);
    own.open("a");
    own.open("b");
    own.close();
    closes.await();
    assertEquals(1, letGo.getCount());
    assertEquals(List.of(), live("a", "b"));
  }

  @Test
  void shouldNotCloseAStoreThatIsPassedIn() {
    OwnGenerators own =
        new OwnGenerators(settings(Map.of(PREFIX + "lease.store", store)), () -> counted(store));
    assertTrue(own.open("a").next() > 0);
    own.close();
    assertEquals(List.of(), live("a"));
    assertEquals(0, closed.get());
  }

  private OwnGenerators own(LeaseStore through) {
    return new OwnGenerators(settings(Map.of()), () -> counted(through));
  }

  private static SnowflakeSettings settings(Map<String, ?> settings) {
    return SnowflakeSettings.of(settings, PREFIX);
  }

  private List<Slot> live(String... namespaces) {
    return List.of(namespaces).stream()
        .flatMap(namespace -> store.view(namespace).slots().stream())
        .filter(Slot::live)
        .toList();
  }

  /** The store, but calls of this method wait until they are let go. */
  private LeaseStore hangingIn(String method, CountDownLatch calls) {
    return proxy(
        store,
        method,
        () -> {
          calls.countDown();
          letGo.await();
        });
  }

  private LeaseStore counted(LeaseStore through) {
    opened.incrementAndGet();
    return proxy(
        through,
        "close",
        () -> {
          if (closed.getAndIncrement() == Integer.MIN_VALUE) {
            throw new IllegalStateException("injected");
          }
        });
  }

  private interface Hook {
    void run() throws InterruptedException;
  }

  private static LeaseStore proxy(LeaseStore through, String hooked, Hook hook) {
    return (LeaseStore)
        Proxy.newProxyInstance(
            LeaseStore.class.getClassLoader(),
            new Class<?>[] {LeaseStore.class},
            (proxy, method, args) -> {
              if (method.getName().equals(hooked)) {
                hook.run();
              }
              try {
                return method.invoke(through, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static <T> CompletableFuture<T> inThread(Supplier<T> task) {
    return CompletableFuture.supplyAsync(
        task,
        command -> {
          Thread thread = new Thread(command);
          thread.setDaemon(true);
          thread.start();
        });
  }
}
