package dev.snowflakeid.clock;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks time servers by SNTP (RFC 4330), in their order, until one gives an answer that can be
 * trusted:
 *
 * <ol>
 *   <li>One datagram of 48 bytes goes out. Its transmit timestamp is a random number: the server
 *       returns it, and whoever cannot read the request cannot forge the answer.
 *   <li>Answers with another number are ignored, up to half a second.
 *   <li>An answer counts if it comes from a server (mode 4) that says it is synchronised (leap
 *       indicator and stratum) and whose two timestamps fit into the round trip.
 *   <li>A server that tells its clients to go away (stratum 0, "kiss of death") is not asked again
 *       for an hour.
 * </ol>
 *
 * <p>The round trip is measured by the monotonic clock, so that a step of the wall clock meanwhile
 * does not matter. These lines are all that is needed of the protocol; a library of it brings
 * everything but the checks. Not thread-safe.
 */
public final class SntpClock implements ReferenceClock {

  private static final String RULE =
      "time servers must be hosts or host:port, such as pool.ntp.org or [::1]:123";
  private static final Pattern SERVER =
      Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?");
  private static final int PORT = 123;
  private static final int SIZE = 48;
  private static final byte REQUEST = 4 << 3 | 3; // version 4, mode client
  private static final int FROM_SERVER = 4;
  private static final int NOT_SYNCHRONISED = 3; // leap indicator
  private static final int MAX_STRATUM = 15;
  private static final int ORIGIN = 24; // where the timestamps are, in bytes
  private static final int RECEIVED = 32;
  private static final int SENT = 40;
  private static final long TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long EXILE_NANOS = TimeUnit.HOURS.toNanos(1);
  private static final long NTP_TO_UNIX = 2_208_988_800L; // s from 1900 to 1970
  private static final long ERA = 1L << 32; // s; the second one begins in 2036

  private static final class Server {

    final String name;
    final String host;
    final int port;
    long exiledNanos;
    boolean exiled;

    Server(String name, String host, int port) {
      this.name = name;
      this.host = host;
      this.port = port;
    }
  }

  private final MonotonicClock monotonic;
  private final SecureRandom random = new SecureRandom();
  private final List<Server> servers = new ArrayList<>();

  /**
   * @param servers names or addresses, each with an optional port
   * @throws IllegalArgumentException if there is none, or if one cannot be read
   */
  public SntpClock(List<String> servers) {
    this(servers, MonotonicClock.SYSTEM);
  }

  SntpClock(List<String> servers, MonotonicClock monotonic) {
    this.monotonic = monotonic;
    if (servers.isEmpty()) {
      throw new IllegalArgumentException(RULE + ": servers=" + servers);
    }
    servers.forEach(server -> this.servers.add(parse(server)));
  }

  private static Server parse(String text) {
    Matcher matcher = SERVER.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(RULE + ": server=" + text);
    }
    int port = matcher.group(2) == null ? PORT : Integer.parseInt(matcher.group(2));
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("ports must lie between 1 and 65535: server=" + text);
    }
    return new Server(text, matcher.group(1), port);
  }

  /**
   * Asks one server after the other.
   *
   * @throws IOException if none gives an answer that can be trusted, saying what each did instead
   */
  @Override
  public ClockSample read() throws IOException {
    List<String> problems = new ArrayList<>();
    for (Server server : servers) {
      try {
        return ask(server);
      } catch (IOException | RuntimeException e) { // a host name may resolve to nothing usable
        problems.add(server.name + ": " + e.getMessage());
      }
    }
    throw new IOException("no time server can be trusted: " + String.join("; ", problems));
  }

  private ClockSample ask(Server server) throws IOException {
    if (server.exiled && monotonic.nanos() - server.exiledNanos < EXILE_NANOS) {
      throw new IOException("has told its clients to go away");
    }
    server.exiled = false;
    long origin = random.nextLong();
    byte[] request = new byte[SIZE];
    request[0] = REQUEST;
    ByteBuffer.wrap(request).putLong(SENT, origin);
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(new InetSocketAddress(server.host, server.port));
      long sentNanos = monotonic.nanos();
      socket.send(new DatagramPacket(request, SIZE));
      ByteBuffer answer = receive(socket, origin, sentNanos);
      return checked(server, answer, sentNanos, monotonic.nanos());
    }
  }

  private ByteBuffer receive(DatagramSocket socket, long origin, long sentNanos)
      throws IOException {
    long left = TIMEOUT_NANOS;
    while (left > 0) {
      socket.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(left) + 1);
      DatagramPacket packet = new DatagramPacket(new byte[SIZE], SIZE);
      try {
        socket.receive(packet);
      } catch (SocketTimeoutException e) {
        break;
      }
      ByteBuffer answer = ByteBuffer.wrap(packet.getData());
      if (packet.getLength() == SIZE && answer.getLong(ORIGIN) == origin) {
        return answer;
      }
      left = TIMEOUT_NANOS - (monotonic.nanos() - sentNanos);
    }
    throw new IOException("no answer to this request within 500 ms");
  }

  private static ClockSample checked(
      Server server, ByteBuffer answer, long sentNanos, long receivedNanos) throws IOException {
    int leap = (answer.get(0) & 0xff) >> 6;
    int mode = answer.get(0) & 7;
    int stratum = answer.get(1) & 0xff;
    require(mode == FROM_SERVER, "is no server: mode=" + mode);
    if (stratum == 0) {
      server.exiled = true;
      server.exiledNanos = receivedNanos;
      throw new IOException("kiss of death: code=" + code(answer));
    }
    require(leap != NOT_SYNCHRONISED, "is not synchronised: leap indicator=" + leap);
    require(stratum <= MAX_STRATUM, "is not synchronised: stratum=" + stratum);
    require(answer.getLong(RECEIVED) != 0 && answer.getLong(SENT) != 0, "has no time");
    long in = unixNanos(answer.getLong(RECEIVED));
    long out = unixNanos(answer.getLong(SENT));
    long elapsed = receivedNanos - sentNanos;
    require(
        out >= in && out - in <= elapsed,
        "timestamps do not fit into the round trip: ns=%s".formatted(out - in));
    return new ClockSample(sentNanos + elapsed / 2, in + (out - in) / 2, elapsed - (out - in));
  }

  private static void require(boolean holds, String problem) throws IOException {
    if (!holds) {
      throw new IOException(problem);
    }
  }

  private static String code(ByteBuffer answer) {
    byte[] code = new byte[4];
    answer.get(12, code);
    String text = new String(code, StandardCharsets.US_ASCII);
    return text.chars().allMatch(c -> c > ' ' && c < 127) ? text : "unreadable";
  }

  /** From seconds since 1900 and a fraction of 32 bits; the seconds begin anew in 2036. */
  private static long unixNanos(long timestamp) {
    long seconds = timestamp >>> 32;
    long fraction = timestamp & 0xffff_ffffL;
    long sinceEpoch = (seconds >= ERA / 2 ? seconds : seconds + ERA) - NTP_TO_UNIX;
    return TimeUnit.SECONDS.toNanos(sinceEpoch) + ((fraction * 1_000_000_000L) >>> 32);
  }

  @Override
  public String toString() {
    return "SNTP " + servers.stream().map(server -> server.name).toList();
  }
}
