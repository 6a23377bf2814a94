package dev.snowflakeid.config;

import dev.snowflakeid.clock.ClockSample;
import dev.snowflakeid.clock.MonotonicClock;
import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One store, reached through the stores of all who share a lease in it. A call goes one way, that
 * of the first sharer; when it fails, its outcome is unknown as ever, and the next call goes
 * another way. Whoever leaves hands over to the next.
 *
 * <p>Remembers what the slot of the lease may look like, so that a newcomer can prove that its own
 * store is this one.
 */
final class SharedStore implements LeaseStore {

  /** The way of one sharer. Its lock is held during a call, and waited for by whoever leaves. */
  static final class Way {

    private final LeaseStore store;
    private final ReentrantLock call = new ReentrantLock();
    private volatile boolean left;

    private Way(LeaseStore store) {
      this.store = store;
    }

    /** Waits for a call under way, after which none comes. */
    void awaitIdle(long nanos) throws InterruptedException {
      if (call.tryLock(nanos, TimeUnit.NANOSECONDS)) {
        call.unlock();
      }
    }
  }

  // All of the following is guarded by this object, which is never held during a call.
  private final List<Way> ways = new ArrayList<>();
  private boolean over;
  private int worker;

  /** Nonces of the last acknowledged write, and of those whose outcome is not known. */
  private final Set<String> nonces = new HashSet<>();

  /** Adds a way, unless all have left. */
  synchronized Optional<Way> join(LeaseStore store) {
    if (over) {
      return Optional.empty();
    }
    Way way = new Way(store);
    ways.add(way);
    return Optional.of(way);
  }

  /**
   * Lets no further call go this way, unless it is the only one: that stays, to give the lease back
   * on.
   *
   * @return whether it is the only one; nobody can join from then on
   */
  synchronized boolean leave(Way way) {
    if (ways.size() == 1) {
      over = true;
      return true;
    }
    way.left = true;
    ways.remove(way);
    return false;
  }

  /** Whether the slot of the lease, read through this other store, is as the holder wrote it. */
  boolean isSameAs(LeaseStore other, String namespace) {
    int held;
    Set<String> known;
    synchronized (this) {
      held = worker;
      known = new HashSet<>(nonces);
    }
    if (known.isEmpty()) {
      return false;
    }
    Optional<StoredSlot> found = other.read(namespace, held);
    synchronized (this) {
      if (worker == held) {
        known.addAll(nonces); // a renewal may have come in between
      }
    }
    return found
        .map(StoredSlot::slot)
        .filter(s -> s.live() && known.contains(s.nonce()))
        .isPresent();
  }

  @Override
  public LeaseView view(String namespace) {
    return call(store -> store.view(namespace));
  }

  @Override
  public void initialize(String namespace, String value, int firstWorker, int lastWorker) {
    call(
        store -> {
          store.initialize(namespace, value, firstWorker, lastWorker);
          return Boolean.TRUE;
        });
  }

  @Override
  public Optional<StoredSlot> acquire(SlotWrite write, Admission admission) {
    return write(write, store -> store.acquire(write, admission));
  }

  @Override
  public Optional<StoredSlot> renew(SlotWrite write, @Nullable Admission admission) {
    return write(write, store -> store.renew(write, admission));
  }

  @Override
  public boolean release(String namespace, Slot seen, String nonce, long releasedAt) {
    return call(store -> store.release(namespace, seen, nonce, releasedAt));
  }

  @Override
  public Optional<StoredSlot> read(String namespace, int worker) {
    return call(store -> store.read(namespace, worker));
  }

  @Override
  public Optional<ClockSample> clock(MonotonicClock monotonic) {
    return call(store -> store.clock(monotonic));
  }

  @Override
  public Optional<NamedRecord> readRecord(String namespace, String name) {
    return call(store -> store.readRecord(namespace, name));
  }

  @Override
  public Optional<NamedRecord> compareAndSet(
      String namespace,
      String name,
      @Nullable NamedRecord seen,
      String value,
      @Nullable String liveGeneration) {
    return call(store -> store.compareAndSet(namespace, name, seen, value, liveGeneration));
  }

  @Override
  public String describe() {
    return first().store.describe();
  }

  private Optional<StoredSlot> write(
      SlotWrite write, Function<LeaseStore, Optional<StoredSlot>> call) {
    sending(write);
    Optional<StoredSlot> stored = call(call);
    answered(write, stored.isPresent());
    return stored;
  }

  private synchronized void sending(SlotWrite write) {
    if (worker != write.seen().worker()) {
      worker = write.seen().worker();
      nonces.clear();
    }
    nonces.add(write.nonce());
  }

  private synchronized void answered(SlotWrite write, boolean done) {
    if (done) {
      nonces.clear();
      nonces.add(write.nonce());
    } else {
      nonces.remove(write.nonce());
    }
  }

  private <T> T call(Function<LeaseStore, T> call) {
    while (true) {
      Way way = first();
      way.call.lock();
      try {
        if (!way.left) {
          return call.apply(way.store);
        }
      } catch (RuntimeException e) {
        avoid(way);
        throw e;
      } finally {
        way.call.unlock();
      }
    }
  }

  private synchronized Way first() {
    return ways.get(0);
  }

  private synchronized void avoid(Way way) {
    if (ways.remove(way)) {
      ways.add(way);
    }
  }
}
