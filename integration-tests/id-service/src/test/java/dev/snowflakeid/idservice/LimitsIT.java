package dev.snowflakeid.idservice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many clients, slow ones, and strangers. */
class LimitsIT {

  private static final int IDLE = 1_000;

  @Test
  void shouldServeBesideIdleAndSlowConnections() throws IOException {
    try (Service service = Service.start("--request-timeout=600")) {
      service.awaitReady();
      List<Socket> sockets = new ArrayList<>();
      try {
        for (int i = 0; i < IDLE; i++) {
          Socket socket = new Socket("localhost", service.address().getPort());
          sockets.add(socket);
          if (i % 2 == 0) {
            write(socket, "POST /v1/ids HTTP/1.1\r\nHo"); // and nothing more
          }
        }
        for (int i = 0; i < 50; i++) {
          assertEquals(100, Service.ids(service.post("/v1/ids?count=100")).size());
        }
        write(sockets.get(0), "st: a\r\nConnection: close\r\n\r\n");
        assertTrue(readAll(sockets.get(0)).startsWith("HTTP/1.1 200 OK"), "late, but answered");
      } finally {
        for (Socket socket : sockets) {
          socket.close();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "POST /v1/ids HTTP/1.1\r\nX: ",
        "POST /v1/ids HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n",
        "GET /health/live HTTP/1.1\r\nHost: a\r\n\r\nGET /health/live HTTP/1.1\r\nX: "
      })
  void shouldCloseAConnectionWhoseRequestDoesNotEnd(String beginning) throws IOException {
    try (Service service = Service.start("--request-timeout=1");
        Socket socket = new Socket("localhost", service.address().getPort())) {
      write(socket, beginning);
      Await.until(
          Duration.ofSeconds(60),
          () -> {
            try {
              write(socket, "x"); // trickles in, and does not put the end off
              return false;
            } catch (IOException e) {
              return true;
            }
          },
          () -> "the connection is still open");
      assertEquals(200, service.get("/health/live").statusCode());
    }
  }

  @Test
  void shouldCloseFurtherConnections() throws IOException {
    try (Service service = Service.start("--max-connections=3")) {
      List<Socket> sockets = new ArrayList<>();
      try {
        for (int i = 0; i < 3; i++) {
          Socket socket = new Socket("localhost", service.address().getPort());
          sockets.add(socket);
          write(socket, "GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n");
          assertEquals('H', socket.getInputStream().read());
        }
        Socket further = new Socket("localhost", service.address().getPort());
        sockets.add(further);
        assertEquals("", readAll(further));
        sockets.remove(0).close();
        Await.until(Duration.ofSeconds(20), () -> isLive(service), () -> "no room again");
      } finally {
        for (Socket socket : sockets) {
          socket.close();
        }
      }
    }
  }

  private static boolean isLive(Service service) {
    try {
      return service.get("/health/live").statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void shouldAskForTheToken() throws IOException {
    try (Service service = Service.start("--token=correct horse")) {
      service.awaitReady();
      assertEquals(401, service.post("/v1/ids").statusCode());
      assertEquals(401, service.get("/v1/ids/1").statusCode());
      assertEquals(401, service.get("/metrics").statusCode());
      assertEquals(200, service.get("/health/live").statusCode());
      assertEquals(200, service.get("/openapi.yaml").statusCode());
      for (String wrong : List.of("Bearer correct hors", "Bearer correct horsf", "correct horse")) {
        assertEquals(401, post(service, wrong), wrong);
      }
      assertEquals(200, post(service, "Bearer correct horse"));
      assertEquals(200, post(service, "bearer correct horse"));
    }
  }

  private static int post(Service service, String authorization) throws IOException {
    return service
        .send(
            service
                .request("/v1/ids")
                .header("Authorization", authorization)
                .POST(BodyPublishers.noBody()))
        .statusCode();
  }

  @Test
  void shouldSpeakTls(@TempDir Path folder) throws Exception {
    Path certificate = folder.resolve("certificate.pem");
    Path key = folder.resolve("key.pem");
    Commands.run(
        folder,
        ("openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days 2"
                + " -addext subjectAltName=DNS:localhost -out certificate.pem -keyout key.pem")
            .split(" "));
    try (Service service = Service.start("--tls-certificate=" + certificate, "--tls-key=" + key)) {
      String url = service.address() + "/v1/ids?count=3";
      String answer =
          Commands.run(
              folder,
              "curl",
              "-sS",
              "--retry",
              "20",
              "--retry-all-errors",
              "--fail",
              "--cacert",
              "certificate.pem",
              "-XPOST",
              url);
      assertTrue(answer.matches("\\{\"ids\":\\[(\"[0-9]+\",){2}\"[0-9]+\"]}"), answer);
    }
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  private static String readAll(Socket socket) throws IOException {
    socket.setSoTimeout(60_000);
    try {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    } catch (SocketException e) {
      return ""; // closed with a reset
    }
  }
}
