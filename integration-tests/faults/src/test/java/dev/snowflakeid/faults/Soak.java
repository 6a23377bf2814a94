package dev.snowflakeid.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;

/**
 * Processes on one server, each by a line of its own, and faults drawn from a seed: processes that
 * are stopped, killed and replaced, lines that are cut one way or both, a server that is killed or
 * cut off. Their clocks differ.
 */
final class Soak implements AutoCloseable {

  private static final int PROCESSES = 8;
  private static final int MAX_FAULT_MILLIS = 12_000; // twice the time to live
  private static final int MAX_CLOCK_OFFSET_MILLIS = 1_500;
  private static final int PER_SECOND = 4_000;

  /** When a fault ends, and how. */
  private record End(long nanos, Runnable heal) {}

  private final Backend backend;
  private final Random random;
  private final Fleet fleet;
  private final List<TcpProxy> lines = new ArrayList<>();
  private final List<Generating> processes = new ArrayList<>();
  private final PriorityQueue<End> ends = new PriorityQueue<>(Comparator.comparingLong(End::nanos));
  private final Map<String, Integer> faults = new TreeMap<>();
  private boolean down;

  Soak(Backend backend, long seed) {
    this.backend = backend;
    this.random = new Random(seed);
    this.fleet = new Fleet(backend.setup());
    for (int i = 0; i < PROCESSES; i++) {
      lines.add(new TcpProxy(backend.port()));
      processes.add(start(i));
    }
  }

  /** Lets faults happen, ends them all, and waits until every process makes ids again. */
  void run(Duration time) {
    processes.forEach(process -> process.awaitIds(1));
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      fault();
      Pause.of(Duration.ofMillis(500 + random.nextInt(1_500)));
      heal(System.nanoTime());
    }
    heal(Long.MAX_VALUE);
    processes.forEach(process -> process.awaitIds(1_000));
  }

  /** Ends everything and reads all ids. */
  Audit audit() {
    return fleet.stopAndAudit();
  }

  void assertInsideBounds(Audit audit) {
    fleet.assertBelowRecordedBounds(audit);
  }

  /** How often each fault has happened. */
  Map<String, Integer> faults() {
    return faults;
  }

  private Generating start(int i) {
    int offset = random.nextInt(2 * MAX_CLOCK_OFFSET_MILLIS) - MAX_CLOCK_OFFSET_MILLIS;
    return fleet.start(
        backend
            .via(lines.get(i))
            .withClockAhead(Duration.ofMillis(offset))
            .with("rate", PER_SECOND));
  }

  private void fault() {
    int i = random.nextInt(PROCESSES);
    Generating process = processes.get(i);
    TcpProxy line = lines.get(i);
    switch (random.nextInt(10)) {
      case 0, 1 -> {
        count("process stopped");
        process.freeze();
        later(process::thaw);
      }
      case 2, 3 -> {
        count("process killed");
        process.kill();
        processes.set(i, start(i));
      }
      case 4 -> {
        count("process closed");
        process.thaw();
        process.beginStop();
        processes.set(i, start(i));
      }
      case 5 -> {
        count("requests cut");
        line.cutRequests();
        later(line::heal);
      }
      case 6 -> {
        count("answers cut");
        line.cutAnswers();
        later(line::heal);
      }
      case 7 -> {
        count("line cut");
        line.cut();
        later(line::heal);
      }
      case 8 -> {
        count("server cut off");
        lines.forEach(TcpProxy::cut);
        later(() -> lines.forEach(TcpProxy::heal));
      }
      default -> {
        if (!down) {
          count("server killed");
          down = true;
          backend.kill().run();
          later(this::restart);
        } else {
          count("line reset");
          line.reset();
        }
      }
    }
  }

  private void restart() {
    backend.restart().run();
    down = false;
  }

  private void count(String fault) {
    faults.merge(fault, 1, Integer::sum);
  }

  private void later(Runnable heal) {
    ends.add(new End(System.nanoTime() + random.nextInt(MAX_FAULT_MILLIS) * 1_000_000L, heal));
  }

  private void heal(long now) {
    while (!ends.isEmpty() && ends.element().nanos() <= now) {
      ends.remove().heal().run();
    }
  }

  @Override
  public void close() {
    fleet.close();
    lines.forEach(TcpProxy::close);
  }
}
