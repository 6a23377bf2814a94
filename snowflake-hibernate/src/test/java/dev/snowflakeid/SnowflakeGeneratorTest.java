package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.LeaseStatus.State;
import dev.snowflakeid.LeaseUnavailableException.Reason;
import dev.snowflakeid.lease.FixedWorker;
import dev.snowflakeid.lease.InMemoryLeaseStore;
import dev.snowflakeid.lease.Slot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SnowflakeGeneratorTest {

  private final InMemoryLeaseStore store = new InMemoryLeaseStore(System::currentTimeMillis);

  private SnowflakeGenerator generator() {
    return SnowflakeGenerator.builder(store).build();
  }

  /** Kind of fault: an unsynchronised generator. Fails when the CAS becomes a get and a set. */
  @Test
  void shouldMakeDistinctIdsThatAscendInEachOfSixtyFourThreads() throws Exception {
    int threads = 64;
    int each = 100_000;
    long[] all = new long[threads * each];
    CountDownLatch go = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (SnowflakeGenerator ids = generator()) {
      List<Future<?>> runs = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int from = t * each;
        runs.add(
            pool.submit(
                () -> {
                  go.await();
                  for (int i = from; i < from + each; i++) {
                    all[i] = ids.next();
                  }
                  return null;
                }));
      }
      go.countDown();
      for (Future<?> run : runs) {
        run.get();
      }
    } finally {
      pool.shutdownNow();
    }
    for (int t = 0; t < threads; t++) {
      for (int i = t * each + 1; i < (t + 1) * each; i++) {
        assertTrue(all[i] > all[i - 1], "not ascending in thread " + t);
      }
    }
    Arrays.sort(all);
    for (int i = 1; i < all.length; i++) {
      assertTrue(all[i] != all[i - 1], "twice: " + all[i]);
    }
  }

  @Test
  void shouldMixSingleIdsAndBatchesWithoutADuplicate() throws Exception {
    int threads = 8;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<long[]> results = new ArrayList<>();
    try (SnowflakeGenerator ids = generator()) {
      List<Callable<long[]>> tasks = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        boolean batch = t % 2 == 0;
        tasks.add(
            () -> {
              long[] got = new long[50_000];
              if (batch) {
                ids.next(got);
              } else {
                Arrays.setAll(got, i -> ids.next());
              }
              return got;
            });
      }
      for (Future<long[]> result : pool.invokeAll(tasks)) {
        results.add(result.get());
      }
    } finally {
      pool.shutdownNow();
    }
    for (long[] result : results) {
      for (int i = 1; i < result.length; i++) {
        assertTrue(result[i] > result[i - 1]);
      }
    }
    assertEquals(
        (long) threads * 50_000, results.stream().flatMapToLong(Arrays::stream).distinct().count());
  }

  @Test
  void shouldCarryWorkerAndTimeOfTheLease() {
    try (SnowflakeGenerator ids = generator()) {
      Instant before = Instant.now().minusMillis(1);
      SnowflakeParts parts = ids.layout().decompose(ids.next());
      assertEquals(ids.status().worker().orElseThrow(), parts.worker());
      assertFalse(parts.instant().isBefore(before.minusSeconds(1)), parts.toString());
      assertTrue(parts.instant().isBefore(ids.status().bound()), parts.toString());
    }
  }

  @Test
  void shouldFillABatchThatIsLongerThanAMillisecond() {
    try (SnowflakeGenerator ids = generator()) {
      long[] batch = new long[10_000];
      ids.next(batch);
      assertEquals(batch.length, Arrays.stream(batch).distinct().count());
      assertTrue(ids.next() > batch[batch.length - 1]);
      ids.next(new long[0]);
    }
  }

  @Test
  void shouldLeaveNoIdInABatchThatFails() {
    SnowflakeGenerator ids = generator();
    ids.close();
    long[] batch = {1, 2, 3};
    assertThrows(LeaseUnavailableException.class, () -> ids.next(batch));
    assertArrayEquals(new long[3], batch);
  }

  @Test
  void shouldRefuseAfterCloseAndHaveGivenTheWorkerBack() {
    SnowflakeGenerator ids = generator();
    long last = ids.next();
    int worker = ids.status().worker().orElseThrow();
    ids.close();
    ids.close();
    LeaseUnavailableException refused = assertThrows(LeaseUnavailableException.class, ids::next);
    assertEquals(Reason.CLOSED, refused.reason());
    assertEquals(State.CLOSED, ids.status().state());
    assertTrue(store.slot("default", worker).cleanlyClosed());
    assertEquals(
        ids.layout().instantOf(last).toEpochMilli() + 1,
        store.slot("default", worker).releasedAt());
  }

  @Test
  void shouldIssueNothingPastTheRecordedTimestampWhenClosedUnderLoad() throws Exception {
    for (int round = 0; round < 50; round++) {
      SnowflakeGenerator ids = generator();
      int worker = ids.status().worker().orElseThrow();
      ExecutorService pool = Executors.newFixedThreadPool(4);
      List<Future<Long>> runs = new ArrayList<>();
      CountDownLatch running = new CountDownLatch(4);
      for (int t = 0; t < 4; t++) {
        runs.add(
            pool.submit(
                () -> {
                  long last = ids.next();
                  running.countDown();
                  try {
                    while (true) {
                      last = ids.next();
                    }
                  } catch (LeaseUnavailableException e) {
                    assertEquals(Reason.CLOSED, e.reason());
                    return last;
                  }
                }));
      }
      running.await();
      ids.close();
      long released = store.slot("default", worker).releasedAt();
      for (Future<Long> run : runs) {
        assertTrue(ids.layout().instantOf(run.get()).toEpochMilli() < released);
      }
      pool.shutdownNow();
    }
  }

  @Test
  void shouldSayWhyThereIsNoIdWhenTheStoreIsDown() {
    store.down(true);
    try (SnowflakeGenerator ids =
        SnowflakeGenerator.builder(store).maxWait(Duration.ofMillis(50)).build()) {
      LeaseUnavailableException refused = assertThrows(LeaseUnavailableException.class, ids::next);
      assertEquals(Reason.STORE_UNREACHABLE, refused.reason());
      assertTrue(refused.getMessage().contains("store=in-memory store"), refused.getMessage());
    }
  }

  @Test
  void shouldStartByItselfWhenTheStoreComesUp() throws Exception {
    store.down(true);
    try (SnowflakeGenerator ids = generator()) {
      assertFalse(ids.awaitReady(Duration.ZERO));
      store.down(false);
      assertTrue(ids.awaitReady(Duration.ofSeconds(30)));
      assertTrue(ids.next() > 0);
    }
  }

  @Test
  void shouldFailToStartWithoutAStoreIfToldToFailFast() {
    store.down(true);
    SnowflakeGeneratorBuilder builder =
        SnowflakeGenerator.builder(store).failFast(true).startTimeout(Duration.ofMillis(50));
    LeaseUnavailableException refused =
        assertThrows(LeaseUnavailableException.class, builder::build);
    assertEquals(Reason.STORE_UNREACHABLE, refused.reason());
  }

  @Test
  void shouldFailToStartWithAnotherLayout() {
    try (SnowflakeGenerator ids = generator()) {
      assertTrue(ids.next() > 0);
      SnowflakeGeneratorBuilder other =
          SnowflakeGenerator.builder(store)
              .layout(new SnowflakeLayout(Instant.EPOCH.plusSeconds(1_700_000_000), 10, 12));
      assertThrows(ConfigurationMismatchException.class, other::build);
    }
  }

  @Test
  void shouldKeepNamespacesApart() {
    try (SnowflakeGenerator a = SnowflakeGenerator.builder(store).namespace("a").build();
        SnowflakeGenerator b =
            SnowflakeGenerator.builder(store).namespace("b").workers(3, 3).build()) {
      assertTrue(a.next() > 0);
      assertEquals(3, b.layout().workerOf(b.next()));
    }
  }

  @Test
  void shouldThrowWhenInterruptedWhileItWaitsForALease() throws Exception {
    store.down(true);
    try (SnowflakeGenerator ids =
        SnowflakeGenerator.builder(store).maxWait(Duration.ofMinutes(1)).build()) {
      Thread.currentThread().interrupt();
      LeaseUnavailableException refused = assertThrows(LeaseUnavailableException.class, ids::next);
      assertEquals(Reason.INTERRUPTED, refused.reason());
      assertInstanceOf(InterruptedException.class, refused.getCause());
      assertTrue(Thread.interrupted(), "the flag is still set");
    }
  }

  @Test
  void shouldMakeSingleIdsInAnInterruptedThread() {
    try (SnowflakeGenerator ids = generator()) {
      Thread.currentThread().interrupt();
      long before = -1;
      for (int i = 0; i < 20_000; i++) {
        long id = ids.next();
        assertTrue(id > before);
        before = id;
      }
      assertTrue(Thread.interrupted(), "the flag is still set");
    }
  }

  @Test
  void shouldEndABatchInAnInterruptedThread() {
    try (SnowflakeGenerator ids = generator()) {
      long[] batch = new long[1_000_000];
      Thread.currentThread().interrupt();
      LeaseUnavailableException refused =
          assertThrows(LeaseUnavailableException.class, () -> ids.next(batch));
      assertEquals(Reason.INTERRUPTED, refused.reason());
      assertTrue(Thread.interrupted(), "the flag is still set");
      assertEquals(0, Arrays.stream(batch).filter(id -> id != 0).count());
    }
  }

  @Test
  void shouldEndItsThreadsWhenClosed() throws Exception {
    SnowflakeGenerator ids = SnowflakeGenerator.builder(store).namespace("ends").build();
    List<Thread> threads =
        Thread.getAllStackTraces().keySet().stream()
            .filter(t -> t.getName().startsWith("snowflake-") && t.getName().endsWith("-ends"))
            .toList();
    assertEquals(2, threads.size());
    assertTrue(threads.stream().allMatch(Thread::isDaemon));
    ids.close();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void shouldUseAFixedWorkerOnlyWithinTheLayout() {
    try (SnowflakeGenerator ids = SnowflakeGenerator.builder(new FixedWorker(1023)).build()) {
      assertEquals(1023, ids.layout().workerOf(ids.next()));
    }
    for (int worker : new int[] {-1, 1024}) {
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> SnowflakeGenerator.builder(new FixedWorker(worker)).build());
      assertEquals(
          "workers must lie between 0 and 1023: workers=" + worker + "-" + worker,
          refused.getMessage());
    }
  }

  @Test
  void shouldNameTheRuleThatASettingBreaks() {
    refused(
        "namespace must be 1 to 100 characters of A-Z a-z 0-9 . _ : -: namespace=a b",
        b -> b.namespace("a b"));
    refused("workers must lie between 0 and 1023: workers=0-1024", b -> b.workers(0, 1024));
    refused("workers must lie between 0 and 1023: workers=7-3", b -> b.workers(7, 3));
    refused("workers must lie between 0 and 1023: workers=0--1", b -> b.workers(0, -1));
    refused("workers must lie between 0 and 1023: workers=-1-3", b -> b.workers(-1, 3));
    refused(
        "lease TTL must be more than twice the max clock offset of PT2S: ttl=PT4S",
        b -> b.leaseTtl(Duration.ofSeconds(4)).renewEvery(Duration.ofSeconds(1)));
    refused(
        "renewal interval must be at least 1 ms and at most a third of the TTL of PT1M:"
            + " renewEvery=PT21S",
        b -> b.renewEvery(Duration.ofSeconds(21)));
    refused("max wait must not be negative: maxWait=PT-1S", b -> b.maxWait(Duration.ofSeconds(-1)));
  }

  private void refused(String message, UnaryOperator<SnowflakeGeneratorBuilder> set) {
    SnowflakeGeneratorBuilder builder = set.apply(SnowflakeGenerator.builder(store));
    assertEquals(
        message, assertThrows(IllegalArgumentException.class, builder::build).getMessage());
  }

  @Test
  void shouldWaitForAsLongAsADurationCanSay() throws Exception {
    Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
    try (SnowflakeGenerator ids =
        SnowflakeGenerator.builder(store).maxWait(longest).startTimeout(longest).build()) {
      assertTrue(ids.awaitReady(longest));
      assertTrue(ids.next() > 0);
      ids.next(new long[5_000]);
    }
  }

  @Test
  void shouldServeSeveralNamespacesWithOneFixedWorker() {
    FixedWorker fixed = new FixedWorker(5);
    try (SnowflakeGenerator a = SnowflakeGenerator.builder(fixed).namespace("a").build();
        SnowflakeGenerator b = SnowflakeGenerator.builder(fixed).namespace("b").build()) {
      assertEquals(5, a.layout().workerOf(a.next()));
      assertEquals(5, b.layout().workerOf(b.next()));
    }
  }

  @Test
  void shouldBeginToCloseWithoutWaiting() {
    SnowflakeGenerator ids = generator();
    ids.beginClose();
    assertEquals(Reason.CLOSED, assertThrows(LeaseUnavailableException.class, ids::next).reason());
    ids.close();
    assertEquals(1, store.view("default").slots().stream().filter(Slot::cleanlyClosed).count());
  }

  /** Kind of fault: one Error ends the thread without which no id goes out. */
  @Test
  void shouldSurviveAnErrorInTheGate() {
    AtomicBoolean failing = new AtomicBoolean();
    try (SnowflakeGenerator ids =
        SnowflakeGenerator.builder(store)
            .clocks(
                System::currentTimeMillis,
                () -> {
                  boolean gate = Thread.currentThread().getName().startsWith("snowflake-gate-");
                  if (gate && failing.getAndSet(false)) {
                    throw new OutOfMemoryError("injected");
                  }
                  return System.nanoTime();
                })
            .build()) {
      failing.set(true);
      long deadline = System.nanoTime() + Duration.ofSeconds(3).toNanos();
      while (System.nanoTime() < deadline) {
        assertTrue(ids.next() > 0); // beyond the limit of the last beat before the error
      }
      assertFalse(failing.get());
    }
  }
}
