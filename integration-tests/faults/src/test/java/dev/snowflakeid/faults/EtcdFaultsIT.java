package dev.snowflakeid.faults;

import dev.snowflakeid.support.TestEtcd;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens to etcd alone; that it is killed and comes back is in {@link OutageIT}. */
@Timeout(300)
class EtcdFaultsIT {

  private static final int LEADERS_KILLED = 5;

  @Test
  void shouldResumeWhenTheServerWasFrozenPastAllBounds() {
    try (TestEtcd etcd = TestEtcd.start(1);
        Fleet fleet = new Fleet(Backend.setup(etcd))) {
      List<Generating> all = three(fleet);
      etcd.freeze(0);
      all.forEach(Generating::awaitBound);
      all.forEach(Generating::awaitRefusal);
      etcd.thaw(0);
      all.forEach(process -> process.awaitIds(2_000));

      fleet.stopAndAssertClean();
    }
  }

  /** The order that the documentation asks for: nobody may acquire before all bounds passed. */
  @Test
  void shouldResumeWhenTheServerIsRestoredFromASnapshotAfterAllBoundsHavePassed() {
    try (TestEtcd etcd = TestEtcd.start(1);
        Fleet fleet = new Fleet(Backend.setup(etcd))) {
      List<Generating> all = three(fleet);
      Path snapshot = etcd.snapshot(fleet.folder());
      all.forEach(process -> process.awaitIds(6_000));
      etcd.kill(0);
      all.forEach(Generating::awaitBound);
      etcd.restoreSnapshot(snapshot);
      all.forEach(process -> process.awaitIds(2_000));
      fleet.start().awaitIds(2_000);

      fleet.stopAndAudit().assertClean();
    }
  }

  @Test
  void shouldMakeIdsWhileTheLeaderOfThreeIsKilledEveryFewSeconds() {
    try (TestEtcd etcd = TestEtcd.start(3);
        Fleet fleet = new Fleet(Backend.setup(etcd))) {
      List<Generating> all = three(fleet);
      for (int i = 0; i < LEADERS_KILLED; i++) {
        int leader = etcd.leader();
        etcd.kill(leader);
        Pause.of(Duration.ofSeconds(2));
        etcd.restart(leader);
        all.forEach(process -> process.awaitIds(1_000));
      }
      fleet.start().awaitIds(1_000);

      fleet.stopAndAssertClean();
    }
  }

  private static List<Generating> three(Fleet fleet) {
    List<Generating> all = Stream.generate(fleet::start).limit(3).toList();
    all.forEach(process -> process.awaitIds(1_000));
    return all;
  }
}
