package dev.snowflakeid.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * An etcd cluster for tests: child processes on free ports of the loopback interface, each with a
 * data folder of its own. It can lose members, freeze them and have them back. Where there is no
 * etcd on the PATH, {@link #start} throws.
 *
 * <p>The members carry random names which are read back after the start: a port that somebody else
 * has taken meanwhile is noticed.
 */
public final class TestEtcd implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60); // for a machine under load

  private final Path folder;
  private final List<EtcdMember> members;
  private final List<String> endpoints;
  private final Thread atExit = new Thread(this::killAll);

  private TestEtcd(Path folder, List<EtcdMember> members, List<String> endpoints) {
    this.folder = folder;
    this.members = List.copyOf(members);
    this.endpoints = List.copyOf(endpoints);
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /**
   * Starts a cluster and waits until it has a leader.
   *
   * @throws IllegalStateException if there is no etcd, if it ends, or if another server answers
   */
  public static TestEtcd start(int size) {
    return start(size, "http", List.of());
  }

  /**
   * Starts a server that speaks TLS with its clients.
   *
   * @param options further options of the server: certificate, key, authorities
   */
  public static TestEtcd startWithTls(List<String> options) {
    return start(1, "https", options);
  }

  private static TestEtcd start(int size, String scheme, List<String> options) {
    String etcd = EtcdMember.binary("etcd", "etcd-server");
    String cluster = "test-" + UUID.randomUUID();
    List<Integer> ports = freePorts(3 * size);
    List<String> peers =
        IntStream.range(0, size)
            .mapToObj(i -> "%s-%d=%s".formatted(cluster, i, url("http", ports.get(3 * i))))
            .toList();
    Path folder = newFolder();
    List<EtcdMember> members = new ArrayList<>();
    List<String> endpoints = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      String peer = url("http", ports.get(3 * i));
      String plain = url("http", ports.get(3 * i + 1));
      String endpoint = scheme.equals("http") ? plain : url(scheme, ports.get(3 * i + 2));
      String clients = endpoint.equals(plain) ? plain : plain + "," + endpoint;
      List<String> command = new ArrayList<>(List.of(etcd, "--logger", "zap"));
      command.addAll(List.of("--listen-client-urls", clients, "--advertise-client-urls", clients));
      command.addAll(List.of("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer));
      command.addAll(List.of("--initial-cluster-token", cluster));
      command.addAll(List.of("--initial-cluster", String.join(",", peers)));
      command.addAll(options);
      String name = cluster + "-" + i;
      members.add(new EtcdMember(name, command, URI.create(plain), folder.resolve(name)));
      endpoints.add(endpoint);
    }
    TestEtcd started = new TestEtcd(folder, members, endpoints);
    try {
      members.forEach(EtcdMember::start);
      started.awaitOwnCluster();
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
    return started;
  }

  /** The addresses for clients, one per member. */
  public List<String> endpoints() {
    return endpoints;
  }

  /** Returns the index of the leader, waiting until there is one. */
  public int leader() {
    await("a leader", () -> leaders().findAny().isPresent());
    return leaders().findFirst().orElseThrow();
  }

  /** {@code kill -9}. */
  public void kill(int member) {
    members.get(member).kill();
  }

  /** Starts a killed member again, with its data, and waits until it knows a leader. */
  public void restart(int member) {
    members.get(member).start();
    await("a leader", members.get(member)::follows);
  }

  /**
   * Copies the data of a cluster of one, as it is on the disk after {@code kill -9}, and starts it
   * again.
   */
  public void backUp() {
    EtcdMember member = alone();
    member.kill();
    Folders.copy(member.data(), folder.resolve("backup"));
    restart(0);
  }

  /** Kills a cluster of one and starts it with the data of the last {@link #backUp}. */
  public void restore() {
    EtcdMember member = alone();
    member.kill();
    Folders.copy(folder.resolve("backup"), member.data());
    restart(0);
  }

  private EtcdMember alone() {
    if (members.size() > 1) {
      throw new IllegalStateException("only a cluster of one can be restored from its folder");
    }
    return members.get(0);
  }

  /** {@code SIGSTOP}: connections stay open and silent. */
  public void freeze(int member) {
    members.get(member).signal("STOP");
  }

  /** {@code SIGCONT}. */
  public void thaw(int member) {
    members.get(member).signal("CONT");
  }

  /** Saves all data of the cluster, by {@code etcdctl}, into a new file in a folder. */
  public Path snapshot(Path into) {
    Path file = into.resolve("snapshot-" + UUID.randomUUID());
    Etcdctl.run("--endpoints", endpoints.get(0), "snapshot", "save", file.toString());
    return file;
  }

  /** Ends all members and starts them again with the data of a {@link #snapshot}. */
  public void restoreSnapshot(Path snapshot) {
    killAll();
    members.forEach(member -> member.restore(snapshot));
    members.forEach(EtcdMember::start);
    awaitOwnCluster();
  }

  @Override
  public void close() {
    killAll();
    Runtime.getRuntime().removeShutdownHook(atExit);
    Folders.delete(folder);
  }

  private void killAll() {
    members.forEach(EtcdMember::kill);
  }

  private IntStream leaders() {
    return IntStream.range(0, members.size()).filter(i -> members.get(i).leads());
  }

  private void awaitOwnCluster() {
    List<String> names = members.stream().map(EtcdMember::name).sorted().toList();
    for (EtcdMember member : members) {
      await(
          "the cluster",
          () -> {
            member.requireRunning();
            return !member.members().isEmpty() && member.follows();
          });
      List<String> found = member.members().stream().sorted().toList();
      if (!found.equals(names)) {
        throw new IllegalStateException(
            "another server answers: members=%s, expected %s".formatted(found, names));
      }
    }
  }

  private void await(String what, BooleanSupplier reached) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!reached.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("no sign of " + what + " within " + PATIENCE);
      }
      try {
        Thread.sleep(50); // a process that starts is asked until it answers
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
  }

  private static String url(String scheme, int port) {
    return scheme + "://127.0.0.1:" + port;
  }

  /** Ports that were free at one time, so that they differ. */
  private static List<Integer> freePorts(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
      for (ServerSocket socket : sockets) {
        socket.close();
      }
      return ports;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("test-etcd-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
