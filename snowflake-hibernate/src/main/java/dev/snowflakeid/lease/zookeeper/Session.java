package dev.snowflakeid.lease.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * One session for the length of one call, which ends in time.
 *
 * <p>Requests go to the client's present ZooKeeper handle and not through Curator, which would send
 * a request again after a lost answer, or in a new session after the old one expired: a write that
 * was done would be reported as refused. The requests of a session are carried out in the order in
 * which they were sent, so they are sent in a row and awaited together.
 */
final class Session {

  /** A znode's content and what the server says about it. */
  record Node(String text, Stat stat) {}

  private static final Set<Code> NOT_AS_REQUIRED =
      EnumSet.of(Code.BADVERSION, Code.NODEEXISTS, Code.NONODE);
  private static final byte[] EMPTY = {};

  private final ZooKeeper handle;
  private final long deadlineNanos;

  private Session(ZooKeeper handle, long deadlineNanos) {
    this.handle = handle;
    this.deadlineNanos = deadlineNanos;
  }

  /**
   * Waits for a connected handle.
   *
   * @throws TimeoutException if there is none in time
   */
  static Session of(Handles handles, Duration limit) throws Exception {
    long deadline = System.nanoTime() + limit.toNanos();
    return new Session(handles.connected(deadline), deadline);
  }

  long id() {
    return handle.getSessionId();
  }

  /** The session timeout that the server granted. */
  int timeoutMillis() {
    return handle.getSessionTimeout();
  }

  CompletableFuture<Stat> write(String path) {
    CompletableFuture<Stat> reply = new CompletableFuture<>();
    handle.setData(path, EMPTY, -1, (rc, p, context, stat) -> complete(reply, rc, p, stat), null);
    return reply;
  }

  CompletableFuture<Optional<Node>> read(String path) {
    CompletableFuture<Optional<Node>> reply = new CompletableFuture<>();
    handle.getData(
        path,
        false,
        (rc, p, context, data, stat) ->
            completeIfFound(reply, rc, p, stat == null ? null : new Node(text(data), stat)),
        null);
    return reply;
  }

  CompletableFuture<Optional<Stat>> stat(String path) {
    CompletableFuture<Optional<Stat>> reply = new CompletableFuture<>();
    handle.exists(path, false, (rc, p, context, stat) -> completeIfFound(reply, rc, p, stat), null);
    return reply;
  }

  /** Names of the children; none if the path does not exist. */
  CompletableFuture<List<String>> children(String path) {
    CompletableFuture<Optional<List<String>>> reply = new CompletableFuture<>();
    handle.getChildren(
        path, false, (rc, p, context, names) -> completeIfFound(reply, rc, p, names), null);
    return reply.thenApply(names -> names.orElse(List.of()));
  }

  /** Reads many znodes with one request. */
  CompletableFuture<List<OpResult>> readAll(List<String> paths) {
    CompletableFuture<List<OpResult>> reply = new CompletableFuture<>();
    handle.multi(
        paths.stream().map(Op::getData).toList(),
        (rc, p, context, results) -> // the code is that of the worst read
        complete(reply, results == null ? rc : Code.OK.intValue(), p, results),
        null);
    return reply;
  }

  /** Does all or, if a check, version or existence is not as required, nothing: then empty. */
  Optional<List<OpResult>> tryMulti(List<Op> ops)
      throws KeeperException, InterruptedException, TimeoutException {
    CompletableFuture<List<OpResult>> reply = new CompletableFuture<>();
    handle.multi(ops, (rc, p, context, results) -> complete(reply, rc, p, results), null);
    try {
      return Optional.of(await(reply));
    } catch (KeeperException e) {
      if (NOT_AS_REQUIRED.contains(e.code())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Creates persistent znodes without content, unless they exist. */
  void createFolders(List<String> paths, List<ACL> acl) throws Exception {
    for (String path : paths) {
      CompletableFuture<String> reply = new CompletableFuture<>();
      handle.create(
          path,
          EMPTY,
          acl,
          CreateMode.PERSISTENT,
          (rc, p, context, name) ->
              complete(reply, rc == Code.NODEEXISTS.intValue() ? 0 : rc, p, path),
          null);
      await(reply);
    }
  }

  /**
   * @throws KeeperException if the server refused
   * @throws TimeoutException if it did not answer within the time of the call
   */
  <T> T await(CompletableFuture<T> reply)
      throws KeeperException, InterruptedException, TimeoutException {
    try {
      return reply.get(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new TimeoutException("no answer within the time limit");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof KeeperException refused) {
        throw refused;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** A znode may have no content at all. */
  static String text(byte @Nullable [] content) {
    return content == null ? "" : new String(content, StandardCharsets.UTF_8);
  }

  private static <T> void complete(
      CompletableFuture<T> reply, int code, String path, @Nullable T value) {
    if (code == Code.OK.intValue() && value != null) {
      reply.complete(value);
    } else {
      reply.completeExceptionally(KeeperException.create(Code.get(code), path));
    }
  }

  private static <T> void completeIfFound(
      CompletableFuture<Optional<T>> reply, int code, String path, @Nullable T value) {
    boolean absent = code == Code.NONODE.intValue();
    complete(
        reply,
        absent ? Code.OK.intValue() : code,
        path,
        absent || value != null ? Optional.ofNullable(value) : null);
  }
}
