package dev.snowflakeid.idservice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What is asked and what is answered, with no option but the port. */
class ProtocolIT {

  private static Service service;

  @BeforeAll
  static void start() {
    service = Service.start();
    service.awaitReady();
  }

  @AfterAll
  static void end() {
    service.close();
  }

  @ParameterizedTest
  @CsvSource({"'',1", "?count=1,1", "?count=100,100", "?count=4097,4097", "?count=10000,10000"})
  void shouldAnswerDistinctAscendingStrings(String query, int count) throws IOException {
    HttpResponse<String> response = service.post("/v1/ids" + query);

    assertEquals(200, response.statusCode(), response.body());
    assertEquals("application/json", response.headers().firstValue("Content-Type").orElseThrow());
    List<Long> ids = Service.ids(response);
    assertEquals(count, ids.size());
    assertEquals(ids.stream().sorted().distinct().toList(), ids);
    assertTrue(ids.get(0) > 1L << 53, "today's ids are above what JavaScript can count");
  }

  @Test
  void shouldNotRepeatAnIdFromRequestToRequest() throws IOException {
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      for (long id : Service.ids(service.post("/v1/ids?count=50"))) {
        assertTrue(seen.add(id), () -> "twice: " + id);
      }
    }
    assertEquals(10_000, seen.size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "count=0",
        "count=-1",
        "count=abc",
        "count=1e9",
        "count=",
        "count",
        "count=10001",
        "count=1&count=1",
        "count=+5",
        "count=%205",
        "count=05",
        "count=1.0",
        "count=0x10",
        "count=%D9%A1",
        "count=99999999999999999999",
        "count=1;count=2",
        "count=1%00"
      })
  void shouldNameTheRuleForCount(String query) throws IOException {
    HttpResponse<String> response = service.post("/v1/ids?" + query);

    assertEquals(400, response.statusCode(), response.body());
    assertEquals(
        "application/problem+json", response.headers().firstValue("Content-Type").orElseThrow());
    JsonNode problem = Service.json(response);
    assertEquals(400, problem.get("status").intValue());
    assertTrue(problem.get("detail").stringValue().contains("count must be"), response.body());
  }

  @Test
  void shouldNameAParameterThatThereIsNot() throws IOException {
    HttpResponse<String> response = service.post("/v1/ids?cuont=5");

    assertEquals(400, response.statusCode());
    assertEquals(
        "the only parameter is count: cuont", Service.json(response).get("detail").stringValue());
  }

  @Test
  void shouldTakeAnIdApart() throws IOException {
    HttpResponse<String> response = service.get("/v1/ids/240044212224069649");

    assertEquals(200, response.statusCode());
    assertEquals(
        "{\"id\":\"240044212224069649\",\"time\":\"2026-10-25T09:30:00Z\",\"worker\":17,\"sequence\":17}",
        response.body());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0x10",
        "-1",
        "+1",
        "01",
        "9223372036854775808",
        "%22",
        "a%0Ab",
        "1/2",
        "%E2%82%AC"
      })
  void shouldRefuseWhatIsNoId(String id) throws IOException {
    HttpResponse<String> response = service.get("/v1/ids/" + id);

    assertEquals(400, response.statusCode(), response.body());
    assertTrue(
        Service.json(response)
            .get("detail")
            .stringValue()
            .startsWith("id must be a decimal integer"),
        response.body());
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/v1/ids,POST",
    "DELETE,/v1/ids,POST",
    "POST,/v1/ids/1,GET",
    "PUT,/health/live,GET",
    "POST,/metrics,GET",
    "HEAD,/openapi.yaml,GET"
  })
  void shouldNameTheMethodThatIsAllowed(String method, String path, String allowed)
      throws IOException {
    HttpResponse<String> response =
        service.send(service.request(path).method(method, BodyPublishers.noBody()));

    assertEquals(405, response.statusCode());
    assertEquals(allowed, response.headers().firstValue("Allow").orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/v1", "/v1/ids2", "/v2/ids", "/health", "/constant?count=1"})
  void shouldNotFindWhatThereIsNot(String path) throws IOException {
    HttpResponse<String> response = service.post(path);

    assertEquals(404, response.statusCode(), response.body());
  }

  @Test
  void shouldIgnoreASmallBodyAndRefuseALargeOne() throws IOException {
    assertEquals(200, postBody("{}").statusCode());
    assertEquals(200, postBody("x".repeat(8_192)).statusCode());
    assertEquals(413, postBody("x".repeat(8_193)).statusCode());
  }

  @Test
  void shouldRefuseALargeBodyOfUnknownLength() throws IOException {
    String chunk = "1000\r\n" + "x".repeat(4_096) + "\r\n";
    String answer =
        exchange(
            "POST /v1/ids HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                + chunk.repeat(4));

    assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
  }

  private static HttpResponse<String> postBody(String body) throws IOException {
    return service.send(service.request("/v1/ids").POST(BodyPublishers.ofString(body)));
  }

  @Test
  void shouldRefuseWhatIsNoRequest() throws IOException {
    assertEquals("400", status("nonsense\r\n\r\n"));
    assertEquals(
        "414", status("POST /v1/ids?" + "x".repeat(5_000) + " HTTP/1.1\r\nHost: a\r\n\r\n"));
    assertEquals("431", status("POST /v1/ids HTTP/1.1\r\nX: " + "x".repeat(9_000) + "\r\n\r\n"));
    assertEquals("400", status("POST /v1/ids HTTP/1.1\r\nContent-Length: x\r\n\r\n"));
    assertTrue(service.isReady());
  }

  @Test
  void shouldAnswerPipelinedRequestsInOrder() throws IOException {
    String one = "POST /v1/ids?count=2 HTTP/1.1\r\nHost: a\r\n\r\n";
    String last = "GET /v1/ids/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    String answer = exchange(one + one + last);

    assertEquals(3, answer.split("HTTP/1.1 200 OK", -1).length - 1, answer);
    assertTrue(answer.endsWith("\"sequence\":1}"), answer);
  }

  private static String status(String request) throws IOException {
    return exchange(request).split(" ")[1];
  }

  /** Sends bytes and returns all that comes back until the server closes. */
  private static String exchange(String request) throws IOException {
    try (Socket socket = new Socket("localhost", service.address().getPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void shouldDescribeItself() throws IOException {
    HttpResponse<String> response = service.get("/openapi.yaml");

    assertEquals(200, response.statusCode());
    for (String path : List.of("/v1/ids:", "/v1/ids/{id}:", "/health/ready:", "/metrics:")) {
      assertTrue(response.body().contains("\n  " + path), path);
    }
  }

  @Test
  void shouldCountWhatItDoes() throws IOException {
    service.post("/v1/ids?count=7");
    service.post("/v1/ids?count=0");
    String metrics = service.get("/metrics").body();

    assertTrue(metrics.contains("\nhttp_responses_total{status=\"400\"} "), metrics);
    assertTrue(
        metrics.contains("\nsnowflake_ids_total{generator=\"0\",namespace=\"default\"} "), metrics);
    assertTrue(
        metrics.contains(
            "\nsnowflake_lease_state{generator=\"0\",namespace=\"default\",state=\"active\"} 1.0"),
        metrics);
  }

  @Test
  void shouldSayLoudlyThatItsStoreIsForTryingOut() {
    assertTrue(service.log().contains("FOR TRYING OUT ONLY"), service.log());
    assertEquals(List.of(), service.leftBehind());
  }
}
