package dev.snowflakeid.lease.etcd;

import dev.snowflakeid.lease.internal.Secrets;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Options of an {@link EtcdLeaseStore} that opens a client of its own, and closes it. */
public final class EtcdLeaseStoreBuilder {

  private static final Duration KEEPALIVE_TIME = Duration.ofSeconds(10); // gRPC's least
  private static final Duration KEEPALIVE_TIMEOUT = Duration.ofSeconds(3); // drops a frozen member
  private static final int MAX_MESSAGE_BYTES = 64 << 20; // the view of some 200,000 workers

  private final List<URI> endpoints;
  private final boolean tls;
  private String prefix = EtcdLeaseStore.DEFAULT_PREFIX;
  private @Nullable String user;
  private @Nullable String password;
  private @Nullable Path authorities;
  private @Nullable Path certificate;
  private @Nullable Path key;

  EtcdLeaseStoreBuilder(List<String> endpoints) {
    require(!endpoints.isEmpty(), "etcd needs at least one endpoint", "endpoints", endpoints);
    this.endpoints = endpoints.stream().map(EtcdLeaseStoreBuilder::endpoint).toList();
    this.tls = this.endpoints.get(0).getScheme().equals("https");
    require(
        this.endpoints.stream().allMatch(e -> e.getScheme().equals("https") == tls),
        "etcd endpoints must be all http or all https",
        "endpoints",
        endpoints);
  }

  /** What all keys start with; {@value EtcdLeaseStore#DEFAULT_PREFIX} unless set. */
  public EtcdLeaseStoreBuilder prefix(String prefix) {
    this.prefix = Objects.requireNonNull(prefix, "prefix");
    return this;
  }

  /**
   * User and password for a server with authentication.
   *
   * @throws IllegalArgumentException if one of them is empty
   */
  public EtcdLeaseStoreBuilder user(String user, String password) {
    require(!user.isEmpty(), "etcd user must not be empty", "user", user);
    require(!password.isEmpty(), "etcd password must not be empty", "user", user);
    this.user = user;
    this.password = password;
    return this;
  }

  /**
   * The authorities whose servers are trusted, instead of those that the JVM trusts.
   *
   * @param pem file with certificates in PEM format
   */
  public EtcdLeaseStoreBuilder authorities(Path pem) {
    this.authorities = Objects.requireNonNull(pem, "pem");
    return this;
  }

  /**
   * The client's own certificate.
   *
   * @param certificate file with the certificate chain in PEM format
   * @param key file with the private key in PEM format, PKCS #8, without a password
   */
  public EtcdLeaseStoreBuilder certificate(Path certificate, Path key) {
    this.certificate = Objects.requireNonNull(certificate, "certificate");
    this.key = Objects.requireNonNull(key, "key");
    return this;
  }

  /**
   * Builds the store; etcd is first reached by the store's first call.
   *
   * @throws IllegalArgumentException if a file cannot be read or holds nothing of its kind, or if
   *     there are files although the endpoints are plain http
   */
  public EtcdLeaseStore build() {
    ClientBuilder builder =
        Client.builder()
            .endpoints(endpoints)
            .keepaliveTime(KEEPALIVE_TIME)
            .keepaliveTimeout(KEEPALIVE_TIMEOUT)
            .connectTimeout(Calls.DEADLINE)
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .retryMaxAttempts(0) // what may be repeated is repeated by us
            .interceptor(new Deadlines(Calls.DEADLINE));
    if (user != null && password != null) {
      builder.user(Keys.bytes(user)).password(Keys.bytes(password));
    }
    secure(builder);
    Client client = builder.build();
    String members = String.join(",", endpoints.stream().map(URI::toString).toList());
    return new EtcdLeaseStore(client, prefix, "etcd " + members + " prefix " + prefix, client);
  }

  private void secure(ClientBuilder builder) {
    if (!tls) {
      require(
          authorities == null && certificate == null,
          "etcd certificates need endpoints with https",
          "endpoints",
          endpoints);
      return;
    }
    Path trusted = authorities == null ? null : readable(authorities);
    Path chain = certificate == null ? null : readable(certificate);
    Path secret = key == null ? null : readable(key);
    try {
      builder.sslContext(
          ssl -> {
            if (trusted != null) {
              ssl.trustManager(trusted.toFile());
            }
            if (chain != null && secret != null) {
              ssl.keyManager(chain.toFile(), secret.toFile());
            }
          });
    } catch (SSLException e) {
      throw new IllegalArgumentException(
          "etcd certificates cannot be used: ca=%s cert=%s key=%s"
              .formatted(trusted, chain, secret),
          e);
    }
  }

  private static Path readable(Path file) {
    require(Files.isReadable(file), "etcd certificate file must be readable", "file", file);
    return file;
  }

  private static URI endpoint(String text) {
    String rule = "etcd endpoint must be http(s)://host:port";
    String shown = Secrets.hidden(text);
    try {
      URI uri = new URI(text);
      boolean complete =
          ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
              && uri.getHost() != null
              && uri.getUserInfo() == null
              && uri.getPath().isEmpty()
              && uri.getQuery() == null
              && uri.getFragment() == null;
      require(complete, rule, "endpoint", shown);
      return uri;
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(rule + ": endpoint=" + shown);
    }
  }

  private static void require(boolean holds, String rule, String name, Object value) {
    if (!holds) {
      throw new IllegalArgumentException("%s: %s=%s".formatted(rule, name, value));
    }
  }
}
