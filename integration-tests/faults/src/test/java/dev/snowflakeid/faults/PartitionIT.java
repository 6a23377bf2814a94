package dev.snowflakeid.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A process that the server does not hear, that does not hear the server, or both. */
@Timeout(300)
class PartitionIT {

  static final String[] STORES = Backend.NAMES;

  private static final List<Consumer<TcpProxy>> CUTS =
      List.of(TcpProxy::cutRequests, TcpProxy::cutAnswers, TcpProxy::cut);

  @ParameterizedTest
  @FieldSource("STORES")
  void shouldLeaveTheWorkerToAnotherProcessWhileCutOffAndResumeAfterwards(String store) {
    try (Backend backend = Backend.start(store);
        TcpProxy line = new TcpProxy(backend.port());
        Fleet fleet = new Fleet(backend.setup().withOneWorker())) {
      Generating remote = fleet.start(backend.via(line).withOneWorker()).awaitIds(500);
      for (Consumer<TcpProxy> cut : CUTS) {
        cut.accept(line);
        Generating near = fleet.start().awaitIds(1_000);
        assertEquals(remote.worker(), near.worker());
        assertTrue(near.lastId() > remote.lastId());
        line.heal();
        assertTrue(near.stop());
        remote.awaitIds(1_000);
      }

      fleet.stopAndAssertClean();
    }
  }
}
