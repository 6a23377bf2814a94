package dev.snowflakeid.faults;

import dev.snowflakeid.IdGenerationException;
import dev.snowflakeid.LeaseStatus;
import dev.snowflakeid.SnowflakeGenerator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that makes ids at a steady pace and appends them to a file, until its input ends. What
 * it is told and what is refused goes into the same file, see {@link Batch}.
 */
final class IdProcess {

  private static final int BATCHES_PER_SECOND = 200;
  private static final long PACE_NANOS = 1_000_000_000 / BATCHES_PER_SECOND;

  private final SnowflakeGenerator generator;
  private final FileChannel file;
  private final long[] ids;
  private volatile boolean ended;
  private boolean out;
  private long outSince;

  private IdProcess(SnowflakeGenerator generator, FileChannel file, int perSecond) {
    this.generator = generator;
    this.file = file;
    this.ids = new long[Math.max(1, perSecond / BATCHES_PER_SECOND)];
  }

  public static void main(String[] args) throws IOException {
    Setup setup = Setup.parse(args);
    try (FileChannel file =
            FileChannel.open(
                Path.of(setup.get("file")), StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        OpenStore store = OpenStore.of(setup);
        SnowflakeGenerator generator = setup.generator(store.store())) {
      IdProcess process = new IdProcess(generator, file, setup.number("rate", 2_000));
      Thread input = new Thread(process::awaitEndOfInput, "input");
      input.setDaemon(true);
      input.start();
      process.run();
    }
    System.exit(0); // clients leave threads behind
  }

  private void awaitEndOfInput() {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      System.err.println("input: " + e);
    } finally {
      ended = true;
    }
  }

  private void run() throws IOException {
    while (!ended) {
      long start = System.nanoTime();
      write(batch());
      LockSupport.parkNanos(PACE_NANOS - (System.nanoTime() - start));
    }
  }

  private Batch batch() {
    LeaseStatus before = generator.status();
    boolean refused = false;
    long outage = 0;
    int count = 0;
    while (count < ids.length && !refused) {
      long asked = System.nanoTime();
      try {
        ids[count] = generator.next();
        count++;
      } catch (IdGenerationException e) {
        refused = true;
        outSince = out ? outSince : asked;
        System.err.println(e);
      }
      outage = out || refused ? System.nanoTime() - outSince : outage;
      out = refused;
    }
    return Batch.of(before, generator.status(), refused, outage, Arrays.copyOf(ids, count));
  }

  private void write(Batch batch) throws IOException {
    ByteBuffer bytes = batch.encode();
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }
}
