package dev.snowflakeid.faults;

import dev.snowflakeid.LeaseStatus;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Ids that were made one after the other, with the window they were made in.
 *
 * @param takenBefore how many workers the generator had taken before the first of them
 * @param takenAfter how many it had taken after the last one
 * @param bound acknowledged bound after the last one, in Unix ms; 0 if another worker was taken
 *     meanwhile or there is none
 * @param wall wall clock of the process after the last one, in Unix ms
 * @param refused whether the call after the last one was refused
 * @param outageNanos how long calls have been, or had been, refused
 */
record Batch(
    long takenBefore,
    long takenAfter,
    long bound,
    long wall,
    boolean refused,
    long outageNanos,
    long[] ids) {

  private static final int HEADER_BYTES = 6 * Long.BYTES + Integer.BYTES;

  static Batch of(
      LeaseStatus before, LeaseStatus after, boolean refused, long outageNanos, long[] ids) {
    OptionalInt worker = after.worker();
    boolean same = worker.equals(before.worker()) && before.workersTaken() == after.workersTaken();
    Instant bound = after.bound();
    return new Batch(
        before.workersTaken(),
        after.workersTaken(),
        same && bound != null ? bound.toEpochMilli() : 0,
        System.currentTimeMillis(),
        refused,
        outageNanos,
        ids);
  }

  ByteBuffer encode() {
    ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + ids.length * Long.BYTES);
    bytes.putInt(ids.length).putLong(takenBefore).putLong(takenAfter).putLong(bound).putLong(wall);
    bytes.putLong(refused ? 1 : 0).putLong(outageNanos);
    for (long id : ids) {
      bytes.putLong(id);
    }
    return bytes.flip();
  }

  /** Takes the next batch, or null if not all of it has been written. */
  static @Nullable Batch decode(ByteBuffer bytes) {
    if (bytes.remaining() < HEADER_BYTES) {
      return null;
    }
    int count = bytes.getInt(bytes.position());
    if (bytes.remaining() < HEADER_BYTES + count * Long.BYTES) {
      return null;
    }
    long[] ids = new long[bytes.getInt()];
    long takenBefore = bytes.getLong();
    long takenAfter = bytes.getLong();
    long bound = bytes.getLong();
    long wall = bytes.getLong();
    boolean refused = bytes.getLong() == 1;
    long outage = bytes.getLong();
    bytes.asLongBuffer().get(ids);
    bytes.position(bytes.position() + count * Long.BYTES);
    return new Batch(takenBefore, takenAfter, bound, wall, refused, outage, ids);
  }
}
