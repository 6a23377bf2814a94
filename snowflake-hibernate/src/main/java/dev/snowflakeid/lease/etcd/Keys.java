package dev.snowflakeid.lease.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import java.nio.charset.StandardCharsets;

/**
 * Where things lie: below {@code <prefix><namespace>/} the named records in {@code record/<name>},
 * and of each worker the record in {@code worker/<id>/slot} and the owner in {@code
 * worker/<id>/owner}.
 */
final class Keys {

  /** The folder of named records, below a namespace. */
  static final String RECORDS = "record/";

  /** The folder of workers, below a namespace. */
  static final String WORKERS = "worker/";

  /** The record of a worker, below the worker. */
  static final String SLOT = "/slot";

  /** The owner of a worker, below the worker. */
  static final String OWNER = "/owner";

  private final String prefix;

  Keys(String prefix) {
    this.prefix = prefix;
  }

  String prefix() {
    return prefix;
  }

  ByteSequence namespace(String namespace) {
    return bytes(folder(namespace));
  }

  ByteSequence record(String namespace, String name) {
    return bytes(folder(namespace) + RECORDS + name);
  }

  /** The folder that holds both keys of a worker. */
  ByteSequence worker(String namespace, int worker) {
    return bytes(folder(namespace) + WORKERS + worker + "/");
  }

  ByteSequence slot(String namespace, int worker) {
    return bytes(folder(namespace) + WORKERS + worker + SLOT);
  }

  ByteSequence owner(String namespace, int worker) {
    return bytes(folder(namespace) + WORKERS + worker + OWNER);
  }

  /** The key without the folder of its namespace. */
  String below(String namespace, KeyValue found) {
    return found.getKey().toString(StandardCharsets.UTF_8).substring(folder(namespace).length());
  }

  static ByteSequence bytes(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }

  private String folder(String namespace) {
    return prefix + namespace + "/";
  }
}
