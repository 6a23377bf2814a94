package dev.snowflakeid.support;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** A server in a container, for machines with a Docker engine. */
final class ContainerServer implements PostgresServer {

  private static final String IMAGE = "postgres:18";
  private static final UnixDomainSocketAddress ENGINE =
      UnixDomainSocketAddress.of("/var/run/docker.sock");

  private final PostgreSQLContainer container;

  private ContainerServer(PostgreSQLContainer container) {
    this.container = container;
  }

  /** Returns whether an engine answers; a client or a stale socket file alone does not count. */
  static boolean isAvailable() {
    return (System.getenv("DOCKER_HOST") != null || engineListens())
        && DockerClientFactory.instance().isDockerAvailable();
  }

  private static boolean engineListens() {
    try (SocketChannel channel = SocketChannel.open(ENGINE)) {
      return channel.isConnected();
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  static ContainerServer start(Map<String, String> settings) {
    List<String> command = new ArrayList<>(List.of("postgres"));
    settings.forEach((key, value) -> command.addAll(List.of("-c", key + "=" + value)));
    PostgreSQLContainer container =
        new PostgreSQLContainer(IMAGE).withCommand(command.toArray(String[]::new));
    container.start();
    return new ContainerServer(container);
  }

  @Override
  public Database database(String name) {
    String url =
        "jdbc:postgresql://%s:%d/%s"
            .formatted(
                container.getHost(),
                container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT),
                name);
    return new Database(url, container.getUsername(), container.getPassword());
  }

  @Override
  public void close() {
    container.close();
  }
}
