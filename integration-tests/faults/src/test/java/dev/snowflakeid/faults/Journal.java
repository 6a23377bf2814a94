package dev.snowflakeid.faults;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The file of one generator, read from its begin, also while it grows. What a killed process has
 * written in part is left out.
 */
final class Journal implements AutoCloseable {

  private static final int BUFFER_BYTES = 1 << 16; // more than the largest batch

  private final FileChannel file;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).flip();

  Journal(Path path) throws IOException {
    this.file = FileChannel.open(path, StandardOpenOption.READ);
  }

  /** Returns the next batch, or null if there is none yet. */
  @Nullable Batch next() throws IOException {
    Batch batch = Batch.decode(buffer);
    if (batch == null) {
      buffer.compact();
      file.read(buffer);
      buffer.flip();
      batch = Batch.decode(buffer);
    }
    return batch;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
