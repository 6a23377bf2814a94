package dev.snowflakeid.lease.etcd;

import dev.snowflakeid.lease.LeaseStoreException;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.common.exception.ErrorCode;
import io.etcd.jetcd.common.exception.EtcdException;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Single calls to etcd, each with a bound. What may be repeated is repeated once: members are asked
 * in turn, and the next one may answer where one is frozen.
 */
final class Calls {

  /** What a call may take where the client is ours; an election takes longer than one call. */
  static final Duration DEADLINE = Duration.ofSeconds(2);

  /** How long an answer is waited for at all; above the deadline, whose message is the better. */
  private static final Duration PATIENCE = DEADLINE.plusMillis(500);

  private static final Logger log = LoggerFactory.getLogger(EtcdLeaseStore.class);

  private final Client client;

  Calls(Client client) {
    this.client = client;
  }

  /** An etcd lease: its id, and the time to live in ms that the server has granted. */
  record Granted(long id, long ttlMillis) {}

  /** Reads all keys with a prefix, linearizable and at one revision. */
  List<KeyValue> folder(ByteSequence prefix) {
    GetOption option = GetOption.builder().isPrefix(true).build();
    return repeatable(() -> client.getKVClient().get(prefix, option)).getKvs();
  }

  Optional<KeyValue> key(ByteSequence key) {
    return repeatable(() -> client.getKVClient().get(key)).getKvs().stream().findFirst();
  }

  /** One transaction, sent once; whether its conditions held. */
  boolean commit(List<Cmp> conditions, List<Op> writes) {
    return await(transaction(conditions, writes)).isSucceeded();
  }

  /** One transaction that changes nothing the second time. */
  void commitRepeatably(List<Op> writes) {
    repeatable(() -> transaction(List.of(), writes));
  }

  /** Grants a lease; one whose answer was lost has no keys and goes with its time to live. */
  Granted grant(long ttlMillis) {
    var granted = repeatable(() -> client.getLeaseClient().grant(seconds(ttlMillis)));
    return new Granted(granted.getID(), TimeUnit.SECONDS.toMillis(granted.getTTL()));
  }

  /** Keeps a lease alive for another time to live; empty if it is over. */
  Optional<Granted> keepAlive(long id) {
    try {
      var kept = repeatable(() -> client.getLeaseClient().keepAliveOnce(id));
      return Optional.of(new Granted(id, TimeUnit.SECONDS.toMillis(kept.getTTL())));
    } catch (LeaseStoreException e) {
      if (isNotFound(e.getCause())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Starts to revoke a lease, whose keys go with it; without success its time to live ends it. */
  CompletableFuture<Boolean> revoke(long id) {
    return client
        .getLeaseClient()
        .revoke(id)
        .handle(
            (revoked, failure) -> {
              if (failure != null) {
                log.debug("etcd lease {} stays until its time to live ends", id, failure);
              }
              return failure == null;
            });
  }

  /** Whole seconds, rounded up: etcd must not end a lease before its holder does. */
  static long seconds(long millis) {
    return Math.max(1, (millis + 999) / 1000);
  }

  private CompletableFuture<TxnResponse> transaction(List<Cmp> conditions, List<Op> writes) {
    return client
        .getKVClient()
        .txn()
        .If(conditions.toArray(Cmp[]::new))
        .Then(writes.toArray(Op[]::new))
        .commit();
  }

  private static <T> T repeatable(Supplier<CompletableFuture<T>> call) {
    try {
      return await(call.get());
    } catch (LeaseStoreException e) {
      if (Thread.currentThread().isInterrupted() || isNotFound(e.getCause())) {
        throw e;
      }
      return await(call.get());
    }
  }

  static <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new LeaseStoreException(firstLine(cause), cause);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new LeaseStoreException("no answer within " + PATIENCE.toMillis() + " ms", e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new LeaseStoreException("interrupted", e);
    }
  }

  /** gRPC puts stack traces into messages. */
  private static String firstLine(Throwable cause) {
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }

  private static boolean isNotFound(@Nullable Throwable cause) {
    return cause instanceof EtcdException e && e.getErrorCode() == ErrorCode.NOT_FOUND;
  }
}
