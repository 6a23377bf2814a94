package dev.snowflakeid.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a server on a real socket, by a clock that moves on 10 ms with each reading. */
class SntpClockTest {

  private static final long STEP_NANOS = 10_000_000;
  private static final Instant NOON = Instant.parse("2026-10-25T12:00:00.250Z");

  private final List<TimeServer> servers = new ArrayList<>();
  private final AtomicLong monotonic = new AtomicLong(-70_000_000);

  @AfterEach
  void stop() {
    servers.forEach(TimeServer::close);
  }

  /** Answers each request as a test says. */
  private static final class TimeServer {

    final DatagramSocket socket;
    final AtomicInteger requests = new AtomicInteger();

    TimeServer(Function<ByteBuffer, List<byte[]>> answers) throws IOException {
      socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
      Thread thread = new Thread(() -> serve(answers), "time-server");
      thread.setDaemon(true);
      thread.start();
    }

    private void serve(Function<ByteBuffer, List<byte[]>> answers) {
      try {
        while (true) {
          DatagramPacket packet = new DatagramPacket(new byte[100], 100);
          socket.receive(packet);
          requests.incrementAndGet();
          for (byte[] answer : answers.apply(ByteBuffer.wrap(packet.getData()))) {
            socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
          }
        }
      } catch (SocketException e) {
        return; // closed
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    String address() {
      return "127.0.0.1:" + socket.getLocalPort();
    }

    void close() {
      socket.close();
    }
  }

  private TimeServer script(Function<ByteBuffer, List<byte[]>> answers) throws IOException {
    TimeServer server = new TimeServer(answers);
    servers.add(server);
    return server;
  }

  private TimeServer server(Consumer<ByteBuffer> change) throws IOException {
    return script(request -> List.of(answer(request, change)));
  }

  /** A good answer, with a change to it. */
  private static byte[] answer(ByteBuffer request, Consumer<ByteBuffer> change) {
    ByteBuffer answer = ByteBuffer.allocate(48);
    answer.put(0, (byte) (4 << 3 | 4));
    answer.put(1, (byte) 2);
    answer.putLong(24, request.getLong(40));
    answer.putLong(32, ntp(NOON));
    answer.putLong(40, ntp(NOON.plusMillis(4)));
    change.accept(answer);
    return answer.array();
  }

  private static long ntp(Instant instant) {
    long fraction = ((long) instant.getNano() << 32) / 1_000_000_000 + 1; // rounded up
    return (instant.getEpochSecond() + 2_208_988_800L) << 32 | fraction;
  }

  private static long unixNanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
  }

  private SntpClock clock(TimeServer... asked) {
    return new SntpClock(
        Stream.of(asked).map(TimeServer::address).toList(), () -> monotonic.addAndGet(STEP_NANOS));
  }

  private static String refusal(SntpClock clock) {
    return assertThrows(IOException.class, clock::read).getMessage();
  }

  // ---------------------------------------------------------------- good answers

  @Test
  void shouldTellTheTimeInTheMiddleOfTheRoundTripLessWhatTheServerNeeded() throws IOException {
    ClockSample sample = clock(server(good -> {})).read();
    assertEquals(new ClockSample(-55_000_000, unixNanos(NOON.plusMillis(2)), 6_000_000), sample);
    assertEquals(unixNanos(NOON.plusMillis(52)), sample.at(-5_000_000));
  }

  @ParameterizedTest
  @ValueSource(longs = {5_000, -250, 86_400_000, -31_536_000_000L})
  void shouldTellTheServersTimeHoweverFarItIsOff(long millis) throws IOException {
    Instant other = NOON.plusMillis(millis);
    TimeServer server = server(a -> a.putLong(32, ntp(other)).putLong(40, ntp(other)));
    assertEquals(unixNanos(other), clock(server).read().unixNanos());
  }

  @Test
  void shouldUnderstandTheSecondsThatBeginAnewIn2036() throws IOException {
    Instant later = Instant.parse("2040-02-29T00:00:00Z");
    TimeServer server = server(a -> a.putLong(32, ntp(later)).putLong(40, ntp(later)));
    assertEquals(unixNanos(later), clock(server).read().unixNanos());
  }

  @Test
  void shouldSendARequestOfAClientWithAnotherRandomNumberEachTime() throws IOException {
    List<byte[]> requests = new ArrayList<>();
    TimeServer server =
        script(
            request -> {
              requests.add(request.array().clone());
              return List.of(answer(request, good -> {}));
            });
    SntpClock clock = clock(server);
    clock.read();
    clock.read();
    assertEquals(0b00_100_011, requests.get(0)[0]);
    long first = ByteBuffer.wrap(requests.get(0)).getLong(40);
    assertTrue(first != ByteBuffer.wrap(requests.get(1)).getLong(40), "random=" + first);
  }

  // ---------------------------------------------------------------- bad answers

  static Stream<Arguments> bad() {
    return Stream.of(
        bad("is no server: mode=3", a -> a.put(0, (byte) (4 << 3 | 3))),
        bad("is no server: mode=5", a -> a.put(0, (byte) (4 << 3 | 5))),
        bad("not synchronised: leap indicator=3", a -> a.put(0, (byte) (3 << 6 | 4 << 3 | 4))),
        bad("not synchronised: stratum=16", a -> a.put(1, (byte) 16)),
        bad("not synchronised: stratum=255", a -> a.put(1, (byte) 255)),
        bad("has no time", a -> a.putLong(40, 0)),
        bad("has no time", a -> a.putLong(32, 0)),
        bad("do not fit into the round trip", a -> a.putLong(40, ntp(NOON.minusMillis(1)))),
        bad("do not fit into the round trip", a -> a.putLong(40, ntp(NOON.plusMillis(11)))),
        bad("kiss of death: code=RATE", a -> a.put(1, (byte) 0).put(12, "RATE".getBytes())),
        bad("kiss of death: code=unreadable", a -> a.put(1, (byte) 0)));
  }

  private static Arguments bad(String problem, Consumer<ByteBuffer> change) {
    return Arguments.of(problem, change);
  }

  @ParameterizedTest
  @MethodSource("bad")
  void shouldNotTrustABadAnswerAndAskTheNextServer(String problem, Consumer<ByteBuffer> change)
      throws IOException {
    TimeServer bad = server(change);
    String refusal = refusal(clock(bad));
    assertTrue(refusal.startsWith("no time server can be trusted: " + bad.address()), refusal);
    assertTrue(refusal.contains(problem), refusal);
    assertEquals(
        unixNanos(NOON.plusMillis(2)),
        clock(server(change), server(good -> {})).read().unixNanos());
  }

  /** Kind of fault: whoever can send a datagram sets the clock. */
  @Test
  void shouldIgnoreAnswersToOtherRequests() throws IOException {
    Instant forged = NOON.plusSeconds(3_600);
    Consumer<ByteBuffer> forgery =
        a -> a.putLong(24, a.getLong(24) + 1).putLong(32, ntp(forged)).putLong(40, ntp(forged));
    TimeServer server =
        script(
            request ->
                List.of(
                    answer(request, forgery),
                    new byte[47],
                    new byte[0],
                    answer(request, good -> {})));
    assertEquals(unixNanos(NOON.plusMillis(2)), clock(server).read().unixNanos());
    TimeServer forger = script(request -> List.of(answer(request, forgery)));
    assertTrue(refusal(clock(forger)).contains("no answer to this request within 500 ms"));
  }

  @Test
  void shouldGiveUpAServerThatDoesNotAnswer() throws IOException {
    TimeServer silent = script(request -> List.of());
    assertTrue(refusal(clock(silent)).contains("no answer to this request within 500 ms"));
    assertEquals(
        unixNanos(NOON.plusMillis(2)), clock(silent, server(good -> {})).read().unixNanos());
    assertEquals(2, silent.requests.get());
  }

  @Test
  void shouldGiveUpAServerThatIsNotThere() throws IOException {
    TimeServer gone = server(good -> {});
    SntpClock clock = clock(gone, server(good -> {}));
    gone.close();
    assertEquals(unixNanos(NOON.plusMillis(2)), clock.read().unixNanos());
  }

  @Test
  void shouldNotAskForAnHourAServerThatWantsToBeLeftAlone() throws IOException {
    TimeServer tired = server(a -> a.put(1, (byte) 0).put(12, "DENY".getBytes()));
    SntpClock clock = clock(tired);
    assertTrue(refusal(clock).contains("code=DENY"));
    monotonic.addAndGet(Duration.ofMinutes(59).toNanos());
    assertTrue(refusal(clock).contains("has told its clients to go away"));
    assertEquals(1, tired.requests.get());
    monotonic.addAndGet(Duration.ofMinutes(1).toNanos());
    assertTrue(refusal(clock).contains("code=DENY"));
    assertEquals(2, tired.requests.get());
  }

  // ---------------------------------------------------------------- names

  @ParameterizedTest
  @ValueSource(strings = {"time.example.org", "10.0.0.1:123", "[::1]", "[fe80::1]:1123", "a_b-c"})
  void shouldTakeHostsWithAndWithoutAPort(String server) {
    assertEquals("SNTP [" + server + "]", new SntpClock(List.of(server)).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ntp://host|time servers must be hosts or host:port, such as pool.ntp.org or [::1]:123",
        "::1|time servers must be hosts or host:port, such as pool.ntp.org or [::1]:123",
        "a b|time servers must be hosts or host:port, such as pool.ntp.org or [::1]:123",
        "host:|time servers must be hosts or host:port, such as pool.ntp.org or [::1]:123",
        "host:0|ports must lie between 1 and 65535",
        "host:65536|ports must lie between 1 and 65535"
      })
  void shouldNameTheServerThatCannotBeRead(String server, String rule) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> new SntpClock(List.of(server)));
    assertEquals(rule + ": server=" + server, refused.getMessage());
  }

  @Test
  void shouldNeedAServer() {
    assertThrows(IllegalArgumentException.class, () -> new SntpClock(List.of()));
  }
}
