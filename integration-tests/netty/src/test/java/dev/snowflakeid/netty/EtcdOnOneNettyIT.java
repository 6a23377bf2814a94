package dev.snowflakeid.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.snowflakeid.lease.Admission;
import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseStoreContract;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.SlotWrite;
import dev.snowflakeid.lease.etcd.EtcdLeaseStore;
import dev.snowflakeid.support.TestEtcd;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The contract on etcd with one line of Netty, as an application that manages Netty has it: Spring
 * Boot 3.5 sets 4.1, Spring Boot 4 sets 4.2. Left alone, jetcd mixes the two.
 */
class EtcdOnOneNettyIT extends LeaseStoreContract {

  /** What both lines have. The parts that are new in 4.2 stay when 4.1 is managed. */
  private static final Pattern NETTY =
      Pattern.compile(
          "netty-(buffer|codec-http2|common|handler|resolver|transport)-(\\d+\\.\\d+)\\.\\d+");

  private static TestEtcd etcd;

  @BeforeAll
  static void startServer() {
    etcd = TestEtcd.start(1);
  }

  @AfterAll
  static void stopServer() {
    etcd.close();
  }

  @Test
  void shouldHaveOneLineOfNettyOnTheClassPath() {
    List<MatchResult> jars =
        NETTY.matcher(System.getProperty("java.class.path")).results().toList();
    Map<String, String> versions = new TreeMap<>();
    jars.forEach(jar -> versions.merge(jar.group(1), jar.group(2), (one, other) -> "both"));

    assertEquals(6, versions.size(), versions::toString);
    assertEquals(
        Set.of(System.getProperty("netty.line")),
        Set.copyOf(versions.values()),
        versions::toString);
  }

  @Override
  protected LeaseStore open() {
    return EtcdLeaseStore.builder(etcd.endpoints()).build();
  }

  @Override
  protected boolean hasClock() {
    return false;
  }

  /** Revokes the etcd lease: its clock cannot be hurried. */
  @Override
  protected Slot takeAndLetLapse(LeaseStore holder, SlotWrite write, Admission admission)
      throws Exception {
    Slot taken = holder.acquire(write, admission).orElseThrow().slot();
    String owner = "/snowflake/%s/worker/%s/owner".formatted(write.namespace(), taken.worker());
    ByteSequence key = ByteSequence.from(owner, StandardCharsets.UTF_8);
    try (Client client = Client.builder().endpoints(etcd.endpoints().get(0)).build()) {
      long lease =
          client.getKVClient().get(key).get(30, TimeUnit.SECONDS).getKvs().get(0).getLease();
      client.getLeaseClient().revoke(lease).get(30, TimeUnit.SECONDS);
    }
    return taken;
  }
}
