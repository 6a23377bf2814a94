package dev.snowflakeid;

import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.StoredSlot;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way of one process to the store. A call takes time, in which the world goes on; a request or
 * an answer may be lost, late or doubled; the process may stop or die meanwhile.
 */
final class Network implements LeaseStore {

  private static final long TIMEOUT_MILLIS = 2_500;

  private final World world;
  private final SimulatedStore store;
  private final SimulatedHost host;
  private final Map<String, String> written = new HashMap<>(); // token and version → nonce

  Network(World world, SimulatedStore store, SimulatedHost host) {
    this.world = world;
    this.store = store;
    this.host = host;
  }

  private <T> T call(String what, Supplier<T> request) {
    long sentAt = world.now();
    try {
      return carry(what, request);
    } finally {
      host.asked(sentAt);
    }
  }

  private <T> T carry(String what, Supplier<T> request) {
    World.Way way = world.way(host);
    switch (way) {
      case LOST_REQUEST -> {
        host.pass(TIMEOUT_MILLIS);
        throw unanswered(what, way);
      }
      case LOST_REPLY -> {
        host.pass(world.latency());
        request.get();
        host.pass(TIMEOUT_MILLIS);
        throw unanswered(what, way);
      }
      case LATE_REQUEST -> {
        world.later(world.random().nextInt(90_000), request::get);
        host.pass(TIMEOUT_MILLIS);
        throw unanswered(what, way);
      }
      default -> {
        host.pass(world.latency());
        T answer = request.get();
        if (way == World.Way.DOUBLED) {
          world.later(world.random().nextInt(90_000), request::get);
        }
        host.pass(world.latency());
        world.ledger().note(world.now() + " " + host + " " + what + " -> " + answer);
        return answer;
      }
    }
  }

  private LeaseStoreException unanswered(String what, World.Way way) {
    world.ledger().note(world.now() + " " + host + " " + what + ": " + way);
    return new LeaseStoreException(what + ": " + way, null);
  }

  /** Under the mutant, an unanswered write counts as done. */
  private Optional<StoredSlot> write(
      String what, SlotWrite write, long token, Supplier<Optional<StoredSlot>> request) {
    written.put(token + "/" + (write.seen().version() + 1), write.nonce());
    try {
      return call(what, request).map(this::asKnown);
    } catch (LeaseStoreException e) {
      if (world.mutant() != Mutant.TIMEOUT_COUNTS_AS_CONFIRMED) {
        throw e;
      }
      Slot asked = write.seen().granted(write, token, write.highWater());
      return Optional.of(new StoredSlot(asked, OptionalLong.empty(), write.ttlMillis()));
    }
  }

  /** Under the mutant, what has our token and version counts as our write. */
  private StoredSlot asKnown(StoredSlot stored) {
    Slot slot = stored.slot();
    String nonce = written.get(slot.token() + "/" + slot.version());
    if (world.mutant() != Mutant.TOKEN_WITHOUT_NONCE || nonce == null) {
      return stored;
    }
    return new StoredSlot(
        new Slot(
            slot.worker(),
            slot.highWater(),
            slot.token(),
            slot.version(),
            nonce,
            slot.live(),
            slot.closedNonce(),
            slot.releasedAt(),
            slot.owner()),
        stored.storeTime(),
        stored.ttlMillis());
  }

  @Override
  public LeaseView view(String namespace) {
    return call("view", () -> store.view(namespace));
  }

  @Override
  public void initialize(String namespace, String value, int firstWorker, int lastWorker) {
    call(
        "initialize",
        () -> {
          store.initialize(namespace, value, firstWorker, lastWorker);
          return "";
        });
  }

  @Override
  public Optional<StoredSlot> acquire(SlotWrite write, Admission admission) {
    return write("acquire", write, write.seen().token() + 1, () -> store.acquire(write, admission));
  }

  @Override
  public Optional<StoredSlot> renew(SlotWrite write, @Nullable Admission admission) {
    return write(
        admission == null ? "renew" : "revive",
        write,
        write.seen().token(),
        () -> store.renew(write, admission));
  }

  @Override
  public boolean release(String namespace, Slot seen, String nonce, long releasedAt) {
    return call(
        "release at " + releasedAt, () -> store.release(namespace, seen, nonce, releasedAt));
  }

  @Override
  public Optional<StoredSlot> read(String namespace, int worker) {
    return call("read", () -> store.read(namespace, worker)).map(this::asKnown);
  }

  @Override
  public Optional<NamedRecord> readRecord(String namespace, String name) {
    return call("read record", () -> store.readRecord(namespace, name));
  }

  @Override
  public Optional<NamedRecord> compareAndSet(
      String namespace,
      String name,
      @Nullable NamedRecord seen,
      String value,
      @Nullable String liveGeneration) {
    return call(
        "write record", () -> store.compareAndSet(namespace, name, seen, value, liveGeneration));
  }

  @Override
  public String describe() {
    return store.describe();
  }
}
