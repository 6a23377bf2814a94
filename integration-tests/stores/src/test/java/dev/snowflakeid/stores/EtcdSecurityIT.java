package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.lease.LeaseStoreException;
import dev.snowflakeid.lease.etcd.EtcdLeaseStore;
import dev.snowflakeid.lease.etcd.EtcdLeaseStoreBuilder;
import dev.snowflakeid.support.TestEtcd;
import io.etcd.jetcd.Auth;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.auth.Permission;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS in both directions, and users whose rights end at the prefix. */
class EtcdSecurityIT {

  private static final String PASSWORD = "correct-horse";

  private static @TempDir Path folder;
  private static TestCertificates certificates;
  private static TestEtcd etcd;

  @BeforeAll
  static void startServer() throws Exception {
    certificates = TestCertificates.create(folder);
    etcd =
        TestEtcd.startWithTls(
            List.of(
                "--cert-file",
                certificates.certificate("server").toString(),
                "--key-file",
                certificates.key("server").toString(),
                "--trusted-ca-file",
                certificates.certificate("authority").toString(),
                "--client-cert-auth"));
    try (Client root =
        Client.builder()
            .endpoints(etcd.endpoints().toArray(String[]::new))
            .sslContext(
                ssl ->
                    ssl.trustManager(certificates.certificate("authority").toFile())
                        .keyManager(
                            certificates.certificate("client").toFile(),
                            certificates.key("client").toFile()))
            .build()) {
      enableAuthentication(root.getAuthClient());
    }
  }

  @AfterAll
  static void stopServer() {
    etcd.close();
  }

  @Test
  void shouldLeaseOverTlsWithCertificateAndPassword() {
    try (EtcdLeaseStore store = trusted().user("app", PASSWORD).build();
        SnowflakeGenerator generator = SnowflakeGenerator.builder(store).failFast(true).build()) {
      assertTrue(generator.next() > 0);
      assertFalse(generator.status().worker().isEmpty());
    }
  }

  @Test
  void shouldReleaseWithoutMoreRightsThanThoseOnThePrefix() {
    try (EtcdLeaseStore store = trusted().user("app", PASSWORD).build()) {
      Leases leases = Leases.on(store);

      assertTrue(leases.release(leases.renew(leases.take(0)).orElseThrow()));

      assertTrue(leases.slot(0).cleanlyClosed());
    }
  }

  @Test
  void shouldFailOutsideThePrefixOfTheUser() {
    assertFails(trusted().user("app", PASSWORD).prefix("/elsewhere/"), "permission denied");
  }

  @Test
  void shouldFailWithAWrongPasswordAndNotShowIt() {
    String message = assertFails(trusted().user("app", "wrong-horse"), "UNAUTHENTICATED");

    assertFalse(message.contains("wrong-horse"), message);
  }

  @Test
  void shouldFailWithoutAClientCertificate() {
    assertFails(
        builder().authorities(certificates.certificate("authority")).user("app", PASSWORD),
        "UNAVAILABLE");
  }

  @Test
  void shouldFailWhenAStrangerVouchesForTheServer() {
    assertFails(
        builder()
            .authorities(certificates.certificate("stranger"))
            .certificate(certificates.certificate("client"), certificates.key("client"))
            .user("app", PASSWORD),
        "UNAVAILABLE");
  }

  private static EtcdLeaseStoreBuilder builder() {
    return EtcdLeaseStore.builder(etcd.endpoints());
  }

  private static EtcdLeaseStoreBuilder trusted() {
    return builder()
        .authorities(certificates.certificate("authority"))
        .certificate(certificates.certificate("client"), certificates.key("client"));
  }

  private static String assertFails(EtcdLeaseStoreBuilder builder, String cause) {
    try (EtcdLeaseStore store = builder.build()) {
      LeaseStoreException failure =
          assertThrows(LeaseStoreException.class, () -> store.view("default"));
      assertTrue(failure.getMessage().contains(cause), failure.getMessage());
      assertEquals(1, failure.getMessage().lines().count());
      return failure.getMessage();
    }
  }

  private static void enableAuthentication(Auth auth) throws Exception {
    for (String user : List.of("root", "app")) {
      EtcdKeys.answer(auth.userAdd(EtcdKeys.bytes(user), EtcdKeys.bytes(PASSWORD)));
      EtcdKeys.answer(auth.roleAdd(EtcdKeys.bytes(user)));
      EtcdKeys.answer(auth.userGrantRole(EtcdKeys.bytes(user), EtcdKeys.bytes(user)));
    }
    EtcdKeys.answer(
        auth.roleGrantPermission(
            EtcdKeys.bytes("app"),
            EtcdKeys.bytes("/snowflake/"),
            EtcdKeys.bytes("/snowflake0"), // the end of the range: '0' follows '/'
            Permission.Type.READWRITE));
    EtcdKeys.answer(auth.authEnable());
  }
}
