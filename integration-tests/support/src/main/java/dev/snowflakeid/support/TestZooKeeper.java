package dev.snowflakeid.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.apache.curator.test.TestingZooKeeperServer;
import org.apache.zookeeper.AsyncCallback.StatCallback;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;

/**
 * A real ZooKeeper in this process: one server, or an ensemble of several, on free ports and with
 * data folders of their own. Sessions are granted between 1 s and 10 s.
 */
public final class TestZooKeeper implements AutoCloseable {

  /** The longest session timeout that a server grants. */
  public static final int MAX_SESSION_MILLIS = 10_000;

  private static final int TICK_MILLIS = 500; // sessions last from 2 to 20 of them
  private static final int ANY = -1;
  private static final int UNLIMITED = 0;

  private final TestingCluster cluster;

  private TestZooKeeper(TestingCluster cluster) {
    this.cluster = cluster;
  }

  /** Starts so many servers. */
  public static TestZooKeeper start(int members) {
    List<InstanceSpec> specs = Stream.generate(TestZooKeeper::spec).limit(members).toList();
    TestingCluster cluster = new TestingCluster(specs);
    try {
      cluster.start();
    } catch (Exception e) {
      throw new IllegalStateException("ZooKeeper does not start", e);
    }
    return new TestZooKeeper(cluster);
  }

  private static InstanceSpec spec() {
    return new InstanceSpec(
        null, ANY, ANY, ANY, true, ANY, TICK_MILLIS, UNLIMITED, Map.of(), "127.0.0.1");
  }

  /** Addresses of all members. */
  public String connectString() {
    return cluster.getConnectString();
  }

  /** Client port of a member. */
  public int port(int member) {
    return server(member).getInstanceSpec().getPort();
  }

  /** Ends a member without letting it say goodbye; its data stays. */
  public void kill(int member) {
    server(member).kill();
  }

  /** Starts a member again with the data it had. */
  public void restart(int member) {
    try {
      server(member).restart();
    } catch (Exception e) {
      throw new IllegalStateException("ZooKeeper does not start again", e);
    }
  }

  /** Copies the data of a killed member to a folder. */
  public void backUp(int member, Path folder) {
    Folders.copy(data(member), folder);
  }

  /** Puts a copy in the place of the data of a killed member. */
  public void restore(int member, Path folder) {
    Folders.copy(folder, data(member));
  }

  private Path data(int member) {
    return server(member).getInstanceSpec().getDataDirectory().toPath();
  }

  /** The member that leads; empty during an election and for a server that is alone. */
  public OptionalInt leader() {
    return IntStream.range(0, cluster.getServers().size())
        .filter(member -> describe(member).contains("Mode: leader"))
        .findFirst();
  }

  /** What the member says about itself; nothing if it is down. */
  private String describe(int member) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(member))) {
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      return "";
    }
  }

  /** Ends a session at the server, as if its client had been silent for too long. */
  public static void endSession(ZooKeeper client, String connectString) {
    CountDownLatch connected = new CountDownLatch(1);
    Watcher onEvent = event -> connected.countDown();
    try (ZooKeeper twin =
        new ZooKeeper(
            connectString,
            client.getSessionTimeout(),
            onEvent,
            client.getSessionId(),
            client.getSessionPasswd())) {
      connected.await();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Makes a client give its session up, of which the server learns by its silence only. Whoever is
   * told of the loss comes too late to say goodbye.
   */
  public static void abandonSession(ZooKeeper client) {
    CompletableFuture<Void> eventsHeld = new CompletableFuture<>();
    CompletableFuture<Void> abandoned = new CompletableFuture<>();
    StatCallback hold =
        (code, path, context, stat) -> {
          eventsHeld.complete(null);
          abandoned.join();
        };
    client.exists("/", false, hold, null);
    eventsHeld.join();
    client.getTestable().injectSessionExpiration();
    abandoned.complete(null);
  }

  private TestingZooKeeperServer server(int member) {
    return cluster.getServers().get(member);
  }

  @Override
  public void close() {
    try {
      cluster.close();
    } catch (IOException e) {
      throw new UncheckedIOException("ZooKeeper does not stop", e);
    }
  }
}
