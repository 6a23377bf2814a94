package dev.snowflakeid.examples.idservice;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One event loop that listens; there is one per processor, all at one port. It bounds what a
 * connection may cost: the number of connections, the size of a request, and the time until a
 * request is complete.
 */
final class IdServer extends VerticleBase {

  private static final int MAX_LINE = 4_096;
  private static final int MAX_HEADERS = 8_192;
  private static final long SWEEP_MILLIS = 500;

  /** With the 2 s for giving the workers back, less than the 10 s after which Docker kills. */
  private static final Duration DRAIN = Duration.ofSeconds(5);

  /** Where to listen. */
  record Address(String host, int port, @Nullable Path certificate, @Nullable Path key) {}

  /** What the event loops have in common. */
  static final class Shared {
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger port = new AtomicInteger();

    int port() {
      return port.get();
    }
  }

  private final Address address;
  private final IdApi.Limits limits;
  private final Shared shared;
  private final IdApi api;

  /** When each connection began to owe a request, in ms; 0 while one is being answered. */
  private final Map<HttpConnection, Long> owing = new HashMap<>();

  private @Nullable HttpServer server;

  IdServer(Address address, IdApi.Limits limits, Shared shared, IdApi api) {
    this.address = address;
    this.limits = limits;
    this.shared = shared;
    this.api = api;
  }

  @Override
  public Future<?> start() {
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(address.host())
            .setMaxInitialLineLength(MAX_LINE)
            .setMaxHeaderSize(MAX_HEADERS)
            .setHttp2ClearTextEnabled(false)
            .setTcpNoDelay(true);
    if (address.certificate() != null && address.key() != null) {
      options
          .setSsl(true)
          .setUseAlpn(false)
          .setKeyCertOptions(
              new PemKeyCertOptions()
                  .setCertPath(address.certificate().toString())
                  .setKeyPath(address.key().toString()));
    }
    HttpServer listening =
        vertx
            .createHttpServer(options)
            .connectionHandler(this::connected)
            .requestHandler(
                request -> {
                  HttpConnection connection = request.connection();
                  request
                      .response()
                      .endHandler(done -> owing.computeIfPresent(connection, (c, since) -> now()));
                  api.handle(
                      vertx, request, () -> owing.computeIfPresent(connection, (c, s) -> 0L));
                });
    server = listening;
    vertx.setPeriodic(SWEEP_MILLIS, timer -> sweep());
    // -1: the instances of one deployment share a random port
    return listening
        .listen(address.port() == 0 ? -1 : address.port())
        .onSuccess(bound -> shared.port.set(bound.actualPort()));
  }

  /** Answers what has been asked; does not wait for what is not there yet. */
  @Override
  public Future<?> stop() {
    if (server == null) {
      return Future.succeededFuture();
    }
    Future<Void> drained = server.shutdown(DRAIN.toMillis(), TimeUnit.MILLISECONDS);
    closeOwingSince(Long.MAX_VALUE);
    return drained;
  }

  private void connected(HttpConnection connection) {
    if (shared.connections.incrementAndGet() > limits.maxConnections()) {
      shared.connections.decrementAndGet();
      connection.close();
      return;
    }
    owing.put(connection, now());
    connection.closeHandler(
        closed -> {
          owing.remove(connection);
          shared.connections.decrementAndGet();
        });
  }

  /** Closes what sends nothing, or too slowly: bytes that trickle in do not put the end off. */
  private void sweep() {
    closeOwingSince(now() - limits.requestMillis());
  }

  private void closeOwingSince(long latest) {
    owing.entrySet().stream()
        .filter(entry -> entry.getValue() > 0 && entry.getValue() < latest)
        .map(Map.Entry::getKey)
        .toList()
        .forEach(HttpConnection::close);
  }

  private static long now() {
    return System.nanoTime() / 1_000_000 + Integer.MAX_VALUE; // above 0 whatever the origin
  }
}
