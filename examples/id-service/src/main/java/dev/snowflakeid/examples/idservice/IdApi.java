package dev.snowflakeid.examples.idservice;

import dev.snowflakeid.ClockException;
import dev.snowflakeid.IdGenerationException;
import dev.snowflakeid.LeaseUnavailableException;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.SnowflakeParts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The routes. They run on event loops, which never wait for a lease; what waits for many
 * milliseconds of ids does so on a worker thread, so that health checks are answered meanwhile.
 */
final class IdApi {

  private static final Logger log = LoggerFactory.getLogger(IdApi.class);
  private static final String JSON = "application/json";
  private static final String PROBLEM = "application/problem+json";
  private static final String SCHEME = "Bearer "; // in any case, as all schemes
  private static final long MAX_BODY = 8_192;
  private static final int MOST_ON_EVENT_LOOP = 1_000; // a quarter of a ms of one generator
  private static final long RETRY_MILLIS = 25;
  private static final byte[] OPENAPI = resource("openapi.yaml");

  /**
   * What a client may ask for.
   *
   * @param maxCount most ids of one request
   * @param maxConnections most connections of the process
   * @param requestMillis in which a request must be complete
   * @param waitNanos for which a request waits for a lease
   */
  record Limits(int maxCount, int maxConnections, long requestMillis, long waitNanos) {}

  private final IdSource ids;
  private final Metrics metrics;
  private final Limits limits;
  private final byte @Nullable [] token;
  private final boolean constantResponse;
  private final Map<Integer, byte[]> constants = new HashMap<>();

  IdApi(
      IdSource ids,
      Metrics metrics,
      Limits limits,
      @Nullable String token,
      boolean constantResponse) {
    this.ids = ids;
    this.metrics = metrics;
    this.limits = limits;
    this.token = token == null ? null : token.getBytes(StandardCharsets.UTF_8);
    this.constantResponse = constantResponse;
  }

  /**
   * Answers a request.
   *
   * @param complete called once the request is there
   */
  void handle(Vertx vertx, HttpServerRequest request, Runnable complete) {
    long declared = declaredLength(request);
    if (declared > MAX_BODY) {
      refuseBody(request);
    } else if (declared == 0) {
      complete.run();
      route(vertx, request);
    } else {
      readBody(vertx, request, complete);
    }
  }

  /** Length of the body, or −1 if it is not known yet. */
  private static long declaredLength(HttpServerRequest request) {
    if (request.headers().contains("Transfer-Encoding")) {
      return -1;
    }
    String length = request.getHeader("Content-Length");
    return length == null ? 0 : Long.parseLong(length); // the server has refused what is no number
  }

  /** Nothing asks for a body; one that is sent all the same is read, up to a limit, and ignored. */
  private void readBody(Vertx vertx, HttpServerRequest request, Runnable complete) {
    long[] read = {0};
    request.handler(
        part -> {
          read[0] += part.length();
          if (read[0] > MAX_BODY && !request.response().ended()) {
            refuseBody(request);
          }
        });
    request.endHandler(
        end -> {
          if (!request.response().ended()) {
            complete.run();
            route(vertx, request);
          }
        });
  }

  private void refuseBody(HttpServerRequest request) {
    request.response().putHeader("Connection", "close");
    problem(request, 413, "Content too large", "a request may have %s bytes".formatted(MAX_BODY))
        .onComplete(done -> request.connection().close());
  }

  private void route(Vertx vertx, HttpServerRequest request) {
    String path = request.path();
    if (path == null) {
      problem(request, 400, "Bad request", "the path cannot be read");
    } else if (path.equals("/v1/ids")) {
      if (allowed(request, HttpMethod.POST)) {
        makeIds(vertx, request);
      }
    } else if (path.startsWith("/v1/ids/")) {
      if (allowed(request, HttpMethod.GET)) {
        decode(request, path.substring("/v1/ids/".length()));
      }
    } else if (path.equals("/metrics")) {
      if (allowed(request, HttpMethod.GET)) {
        answer(request, 200, "text/plain; version=0.0.4; charset=utf-8", metrics.scrape());
      }
    } else {
      open(request, path);
    }
  }

  /** What needs no token. */
  private void open(HttpServerRequest request, String path) {
    switch (path) {
      case "/health/live", "/health/ready", "/openapi.yaml" -> {
        if (method(request, HttpMethod.GET)) {
          boolean up = !path.equals("/health/ready") || ids.ready();
          if (path.equals("/openapi.yaml")) {
            answer(request, 200, "application/yaml", Buffer.buffer(OPENAPI));
          } else {
            answer(
                request,
                up ? 200 : 503,
                JSON,
                up ? "{\"status\":\"UP\"}" : "{\"status\":\"DOWN\"}");
          }
        }
      }
      case "/constant" -> {
        if (constantResponse) {
          int count = Integer.parseInt(Objects.requireNonNull(request.getParam("count")));
          byte[] sample = constants.computeIfAbsent(count, IdsJson::sample);
          answer(request, 200, JSON, Buffer.buffer(sample));
        } else {
          notFound(request);
        }
      }
      default -> notFound(request);
    }
  }

  private void notFound(HttpServerRequest request) {
    problem(
        request,
        404,
        "Not found",
        "there are /v1/ids, /v1/ids/{id}, /openapi.yaml, /health/live,"
            + " /health/ready and /metrics");
  }

  private boolean allowed(HttpServerRequest request, HttpMethod method) {
    if (!method(request, method)) {
      return false;
    }
    if (token != null && !isAuthorized(request.getHeader("Authorization"), token)) {
      request.response().putHeader("WWW-Authenticate", "Bearer");
      problem(request, 401, "Unauthorized", "Authorization: Bearer … is needed");
      return false;
    }
    return true;
  }

  private boolean method(HttpServerRequest request, HttpMethod method) {
    if (request.method().equals(method)) {
      return true;
    }
    request.response().putHeader("Allow", method.name());
    problem(request, 405, "Method not allowed", "only %s is".formatted(method.name()));
    return false;
  }

  /** In a time that does not depend on how much of the token is right. */
  private static boolean isAuthorized(@Nullable String header, byte[] expected) {
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return false;
    }
    byte[] given = header.substring(SCHEME.length()).getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(expected, given);
  }

  private void makeIds(Vertx vertx, HttpServerRequest request) {
    int count;
    try {
      count = count(request);
    } catch (IllegalArgumentException e) {
      problem(request, 400, "Bad request", String.valueOf(e.getMessage()));
      return;
    }
    tryIds(vertx, request, count, System.nanoTime() + limits.waitNanos());
  }

  private int count(HttpServerRequest request) {
    String query = request.query();
    if (query == null || query.isEmpty()) {
      return 1;
    }
    for (Map.Entry<String, String> parameter : request.params()) {
      if (!parameter.getKey().equals("count")) {
        throw new IllegalArgumentException(
            "the only parameter is count: " + shortened(parameter.getKey()));
      }
    }
    List<String> values = request.params().getAll("count");
    if (values.size() != 1) {
      throw new IllegalArgumentException("count must be given once: " + values.size() + " times");
    }
    String value = values.get(0);
    int count = parseCount(value);
    if (count < 1 || count > limits.maxCount()) {
      throw new IllegalArgumentException(
          "count must be an integer from 1 to %s: count=%s"
              .formatted(limits.maxCount(), shortened(value)));
    }
    return count;
  }

  /** ASCII digits without sign or leading zeros, in strictness as ids; 0 for anything else. */
  private static int parseCount(String text) {
    if (text.isEmpty() || text.length() > 9 || text.charAt(0) == '0') {
      return 0;
    }
    int count = 0;
    for (int i = 0; i < text.length(); i++) {
      char digit = text.charAt(i);
      if (digit < '0' || digit > '9') {
        return 0;
      }
      count = 10 * count + (digit - '0');
    }
    return count;
  }

  /** Waits for a lease without a thread: by trying again. */
  private void tryIds(Vertx vertx, HttpServerRequest request, int count, long deadline) {
    if (count > MOST_ON_EVENT_LOOP) {
      vertx
          .executeBlocking(() -> makeIds(count), false)
          .onComplete(
              body -> answer(request, 200, JSON, Buffer.buffer(body)),
              failure -> notMade(vertx, request, count, deadline, failure));
      return;
    }
    byte[] body;
    try {
      body = makeIds(count);
    } catch (IdGenerationException e) {
      notMade(vertx, request, count, deadline, e);
      return;
    }
    answer(request, 200, JSON, Buffer.buffer(body));
  }

  /** The array is made for each attempt, so that those who wait hold no memory. */
  private byte[] makeIds(int count) {
    long[] batch = new long[count];
    ids.next(batch);
    return IdsJson.of(batch);
  }

  private void notMade(
      Vertx vertx, HttpServerRequest request, int count, long deadline, Throwable failure) {
    if (!(failure instanceof IdGenerationException refusal)) {
      log.error("No ids", failure);
      problem(request, 500, "Internal server error", "the log of the service says more");
    } else if (deadline - System.nanoTime() > 0 && !request.response().closed()) {
      vertx.setTimer(RETRY_MILLIS, timer -> tryIds(vertx, request, count, deadline));
    } else {
      request.response().putHeader("Retry-After", "1");
      problem(request, 503, "No ids at the moment", reason(refusal));
    }
  }

  /** The reason without what it says of the store, which is for the log. */
  private static String reason(IdGenerationException e) {
    if (e instanceof LeaseUnavailableException unavailable) {
      return "there is no usable lease: " + unavailable.reason();
    }
    return e instanceof ClockException clock
        ? "the clock does not allow an id: " + clock.reason()
        : "the settings do not fit those of the namespace";
  }

  private void decode(HttpServerRequest request, String text) {
    long id;
    try {
      id = SnowflakeLayout.parseId(text);
    } catch (IllegalArgumentException e) {
      problem(
          request,
          400,
          "Bad request",
          "id must be a decimal integer from 0 to %s without sign or leading zeros: id=%s"
              .formatted(Long.MAX_VALUE, shortened(text)));
      return;
    }
    SnowflakeParts parts = ids.layout().decompose(id);
    answer(
        request,
        200,
        JSON,
        "{\"id\":\"%s\",\"time\":\"%s\",\"worker\":%s,\"sequence\":%s}"
            .formatted(id, parts.instant(), parts.worker(), parts.sequence()));
  }

  private Future<Void> problem(HttpServerRequest request, int status, String title, String detail) {
    return answer(
        request,
        status,
        PROBLEM,
        Buffer.buffer(
            "{\"title\":\"%s\",\"status\":%s,\"detail\":\"%s\"}"
                .formatted(title, status, escaped(detail))));
  }

  private void answer(HttpServerRequest request, int status, String type, String text) {
    answer(request, status, type, Buffer.buffer(text));
  }

  private Future<Void> answer(HttpServerRequest request, int status, String type, Buffer body) {
    metrics.answered(status);
    HttpServerResponse response = request.response();
    response.setStatusCode(status).putHeader("Content-Type", type);
    return response.end(body);
  }

  private static String shortened(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "…";
  }

  /** For what a client has sent: as a JSON string, without control characters. */
  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        safe.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        safe.append("\\u").append(String.format(Locale.ROOT, "%04x", (int) c));
      } else {
        safe.append(c);
      }
    }
    return safe.toString();
  }

  private static byte[] resource(String name) {
    try (InputStream in = IdApi.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(name, e);
    }
  }
}
