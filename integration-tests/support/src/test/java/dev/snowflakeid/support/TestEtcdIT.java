package dev.snowflakeid.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestEtcdIT {

  private static final String PUT = "{\"key\": \"Zm9v\", \"value\": \"YmFy\"}"; // foo, bar
  private static final String GET = "{\"key\": \"Zm9v\"}";

  @Test
  void shouldElectAnotherLeaderAndHaveTheOldOneBack() throws Exception {
    try (TestEtcd etcd = TestEtcd.start(3)) {
      List<String> endpoints = etcd.endpoints();
      assertEquals(3, endpoints.stream().distinct().count());
      int first = etcd.leader();
      ask(endpoints.get(first), "/v3/kv/put", PUT);

      etcd.kill(first);
      int second = etcd.leader();
      etcd.restart(first);

      assertNotEquals(first, second);
      assertTrue(ask(endpoints.get(first), "/v3/kv/range", GET).contains("YmFy"));
    }
  }

  @Test
  void shouldFreezeAndThawAMember() throws Exception {
    try (TestEtcd etcd = TestEtcd.start(1)) {
      String endpoint = etcd.endpoints().get(0);
      ask(endpoint, "/v3/kv/put", PUT);

      etcd.freeze(0);
      assertThrows(HttpTimeoutException.class, () -> ask(endpoint, "/v3/kv/range", GET));
      etcd.thaw(0);

      assertTrue(ask(endpoint, "/v3/kv/range", GET).contains("YmFy"));
    }
  }

  @Test
  void shouldEndTheServersOnClose() throws Exception {
    String endpoint;
    try (TestEtcd etcd = TestEtcd.start(1)) {
      endpoint = etcd.endpoints().get(0);
      ask(endpoint, "/v3/kv/put", PUT);
    }

    assertThrows(ConnectException.class, () -> ask(endpoint, "/v3/kv/range", GET));
  }

  private static String ask(String endpoint, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(endpoint + path))
            .timeout(Duration.ofSeconds(3))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
