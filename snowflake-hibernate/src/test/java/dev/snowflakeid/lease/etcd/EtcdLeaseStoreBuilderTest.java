package dev.snowflakeid.lease.etcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EtcdLeaseStoreBuilderTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost",
        "localhost:2379",
        "http://",
        "ftp://localhost:2379",
        "http://localhost:2379/v3",
        "http://local host:2379"
      })
  void shouldRefuseWhatIsNoEndpoint(String endpoint) {
    assertRefused(
        "etcd endpoint must be http(s)://host:port: endpoint=" + endpoint,
        () -> EtcdLeaseStore.builder(List.of("http://localhost:2379", endpoint)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://app:secret@etcd:2379",
        "http://app:se cret@etcd:2379",
        "http://app:se/cr//et@etcd:2379",
        "http://app:se@cret@etcd:2379",
        "http://...@etcd:2379?password=secret"
      })
  void shouldNotShowAPasswordInAnEndpoint(String endpoint) {
    assertRefused(
        "etcd endpoint must be http(s)://host:port: endpoint=http://...@etcd:2379",
        () -> EtcdLeaseStore.builder(List.of(endpoint)));
  }

  @ParameterizedTest
  @CsvSource({
    "app:secret@etcd:2379, ...@etcd:2379",
    "http://app:se?cret@etcd:2379, http://...",
    "http://app:se#cret@etcd:2379, http://...",
    "http://etcd:2379?password=secret, http://etcd:2379",
    "http://etcd:2379#secret, http://etcd:2379"
  })
  void shouldShowLessOfAnEndpointWhereThePasswordMayBeElsewhere(String endpoint, String shown) {
    assertRefused(
        "etcd endpoint must be http(s)://host:port: endpoint=" + shown,
        () -> EtcdLeaseStore.builder(List.of(endpoint)));
  }

  @Test
  void shouldRefuseNoEndpointAtAll() {
    assertRefused(
        "etcd needs at least one endpoint: endpoints=[]", () -> EtcdLeaseStore.builder(List.of()));
  }

  @Test
  void shouldRefuseToMixPlainAndEncryptedEndpoints() {
    assertRefused(
        "etcd endpoints must be all http or all https: endpoints=[http://a:2379, https://b:2379]",
        () -> EtcdLeaseStore.builder(List.of("http://a:2379", "https://b:2379")));
  }

  @Test
  void shouldRefuseCertificatesWithoutTls(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("ca.pem"), "");

    assertRefused(
        "etcd certificates need endpoints with https: endpoints=[http://a:2379]",
        () -> EtcdLeaseStore.builder(List.of("http://a:2379")).authorities(file).build());
  }

  @Test
  void shouldRefuseACertificateFileThatIsMissing(@TempDir Path folder) {
    Path missing = folder.resolve("ca.pem");

    assertRefused(
        "etcd certificate file must be readable: file=" + missing,
        () -> EtcdLeaseStore.builder(List.of("https://a:2379")).authorities(missing).build());
  }

  @Test
  void shouldRefuseACertificateFileWithoutCertificates(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("ca.pem"), "nothing of the kind");

    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> EtcdLeaseStore.builder(List.of("https://a:2379")).authorities(file).build());
    assertTrue(refusal.getMessage().contains(file.toString()), refusal.getMessage());
  }

  @Test
  void shouldRefuseAnEmptyUserOrPasswordWithoutShowingThePassword() {
    EtcdLeaseStoreBuilder builder = EtcdLeaseStore.builder(List.of("http://a:2379"));

    assertRefused("etcd user must not be empty: user=", () -> builder.user("", "secret"));
    assertRefused("etcd password must not be empty: user=app", () -> builder.user("app", ""));
  }

  @Test
  void shouldDescribeMembersAndPrefixButNoPassword() {
    try (EtcdLeaseStore store =
        EtcdLeaseStore.builder(List.of("http://a:2379", "http://b:2379"))
            .prefix("/ids/")
            .user("app", "secret")
            .build()) {
      assertEquals("etcd http://a:2379,http://b:2379 prefix /ids/", store.describe());
    }
  }

  private static void assertRefused(String message, Runnable call) {
    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, call::run);
    assertEquals(message, refusal.getMessage());
  }
}
