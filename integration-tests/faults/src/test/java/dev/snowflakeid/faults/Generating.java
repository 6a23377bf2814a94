package dev.snowflakeid.faults;

import dev.snowflakeid.SnowflakeLayout;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A running {@link IdProcess}, as seen from outside: its signals and what is in its file. */
final class Generating implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(120); // for a machine under load

  private final Process process;
  private final Path file;
  private final Journal journal;
  private long ids;
  private long refusals;
  private long lastId = -1;
  private long wall;
  private long bound;

  private Generating(Process process, Path file) throws IOException {
    this.process = process;
    this.file = file;
    this.journal = new Journal(file);
  }

  /**
   * Starts a process.
   *
   * @param file where it writes; what it logs lies beside it
   * @param environment more variables
   */
  static Generating start(Setup setup, Path file, Map<String, String> environment) {
    try {
      Files.createFile(file);
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.add(IdProcess.class.getName());
      command.addAll(setup.with("file", file).arguments());
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.redirectOutput(new File(file + ".log"));
      builder.environment().putAll(environment);
      return new Generating(builder.start(), file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path file() {
    return file;
  }

  long ids() {
    read();
    return ids;
  }

  int worker() {
    read();
    return SnowflakeLayout.DEFAULT.workerOf(lastId);
  }

  long lastId() {
    read();
    return lastId;
  }

  /** The wall clock of the process, in Unix ms, when it last wrote. */
  long wall() {
    read();
    return wall;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for so many more ids. */
  Generating awaitIds(int more) {
    long wanted = ids() + more;
    await(more + " more ids", () -> ids() >= wanted);
    return this;
  }

  /** Waits until a call is refused. */
  void awaitRefusal() {
    read();
    long before = refusals;
    await(
        "a refusal",
        () -> {
          read();
          return refusals > before;
        });
  }

  /** Waits until the last acknowledged bound has passed, by this host's clock. */
  void awaitBound() {
    await(
        "the end of its bound",
        () -> {
          read();
          return bound < System.currentTimeMillis() - 1_000;
        });
  }

  void await(String what, BooleanSupplier reached) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!reached.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0 || !process.isAlive()) {
        throw new AssertionError(
            "%s has no sign of %s (alive=%s ids=%s refusals=%s)"
                .formatted(file, what, process.isAlive(), ids, refusals));
      }
      Pause.briefly(); // another process is watched, not subscribed to
    }
  }

  /** {@code SIGSTOP}. */
  void freeze() {
    Signal.STOP.to(process.pid());
  }

  /** {@code SIGCONT}, if it is still there. */
  void thaw() {
    if (process.isAlive()) {
      Signal.CONT.to(process.pid());
    }
  }

  /** {@code kill -9}. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Ends its input, so that it closes its generator and exits. */
  void beginStop() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends its input and waits; false if it has not exited in good order. */
  boolean stop() {
    beginStop();
    try {
      return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void read() {
    try {
      for (Batch batch = journal.next(); batch != null; batch = journal.next()) {
        ids += batch.ids().length;
        refusals += batch.refused() ? 1 : 0;
        wall = batch.wall();
        bound = Math.max(bound, batch.bound());
        lastId = batch.ids().length == 0 ? lastId : batch.ids()[batch.ids().length - 1];
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    kill();
    try {
      journal.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
