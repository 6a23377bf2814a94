package dev.snowflakeid.stores;

import dev.snowflakeid.support.TestEtcd;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Plain keys beside the store under test. */
record EtcdKeys(Client client) implements AutoCloseable {

  static EtcdKeys of(TestEtcd etcd) {
    return new EtcdKeys(
        Client.builder().endpoints(etcd.endpoints().toArray(String[]::new)).build());
  }

  /** The key that exists as long as somebody holds the worker. */
  Optional<KeyValue> owner(String namespace, int worker) throws Exception {
    return get("/snowflake/%s/worker/%d/owner".formatted(namespace, worker));
  }

  Optional<KeyValue> slot(String namespace, int worker) throws Exception {
    return get("/snowflake/%s/worker/%d/slot".formatted(namespace, worker));
  }

  Optional<KeyValue> get(String key) throws Exception {
    return answer(client.getKVClient().get(bytes(key))).getKvs().stream().findFirst();
  }

  void put(String key, String value) throws Exception {
    answer(client.getKVClient().put(bytes(key), bytes(value)));
  }

  void delete(String key) throws Exception {
    answer(client.getKVClient().delete(bytes(key)));
  }

  /** Ends the lease that a key is bound to, as its time to live would. */
  void revokeLease(KeyValue bound) throws Exception {
    answer(client.getLeaseClient().revoke(bound.getLease()));
  }

  static ByteSequence bytes(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }

  static <T> T answer(CompletableFuture<T> future)
      throws ExecutionException, InterruptedException, TimeoutException {
    return future.get(30, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    client.close();
  }
}
