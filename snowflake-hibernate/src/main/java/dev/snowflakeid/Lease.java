package dev.snowflakeid;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;

/**
 * One tenure of one worker id, as the threads that make ids see it: where timestamps start, where
 * they end, and the last id that was issued. Timestamps in here are ticks: ms since the epoch.
 *
 * <p>An id goes out only if {@code floor <= tick < limit}, checked on the tick that goes out. A
 * thread that is stopped between the check and the return still returns an id below the limit, so
 * no successor can repeat it.
 */
final class Lease {

  /**
   * Answer of {@link #claim}: all ids of the last tick are issued, and the clock is not past it.
   */
  static final long FULL = -1;

  /** Answer of {@link #claim}: the tick is at or above the limit. */
  static final long BEYOND_LIMIT = -2;

  /** Answer of {@link #claim}: the lease is over. */
  static final long SEALED = -3;

  /** Answer of {@link #claim}: other threads were faster, several times. */
  static final long CROWDED = -4;

  private static final int MAX_ATTEMPTS = 2;
  private static final long SEALED_STATE = Long.MIN_VALUE;
  private static final long GOLDEN_RATIO = 0x9E37_79B9_7F4A_7C15L; // 2^64/φ: multiples lie evenly
  private static final int SPREAD_SHIFT = 60; // leaves 4 bits
  private static final VarHandle LAST;

  static {
    try {
      LAST = MethodHandles.lookup().findVarHandle(Lease.class, "last", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int worker;
  private final long floor;
  private final long workerBits;
  private final int shift;
  private final long maxSequence;
  private final long maxTick;
  private final boolean spread;
  private final LongAdder issued;

  @SuppressWarnings("FieldMayBeFinal") // written through LAST
  private volatile long last;

  private volatile long limit;

  /**
   * A lease under which nothing can be issued before {@link #publishLimit}.
   *
   * @param spread whether the sequence starts at a varying value, see {@link #start}
   * @param issued counts the ids of each tick that is over
   */
  Lease(SnowflakeLayout layout, int worker, long floor, boolean spread, LongAdder issued) {
    this.spread = spread;
    this.issued = issued;
    this.worker = worker;
    this.floor = floor;
    this.shift = layout.shift();
    this.workerBits = (long) worker << layout.sequenceBits();
    this.maxSequence = layout.maxSequence();
    this.maxTick = layout.maxTick();
    this.last = (floor - 1) << shift | workerBits | maxSequence;
    this.limit = floor;
  }

  /** A lease whose sequence starts at 0. */
  Lease(SnowflakeLayout layout, int worker, long floor, LongAdder issued) {
    this(layout, worker, floor, false, issued);
  }

  /** A lease that is over: what a generator has before the first one. */
  static Lease none(SnowflakeLayout layout) {
    Lease lease = new Lease(layout, 0, 0, new LongAdder());
    lease.seal();
    return lease;
  }

  int worker() {
    return worker;
  }

  /** Takes the ids from {@code id} to the end of its millisecond, at most {@code count}. */
  int claimed(long id, int count) {
    return (int) Math.min(count, maxSequence - (id & maxSequence) + 1);
  }

  /**
   * Claims ids of one tick.
   *
   * @param tick the clock's reading
   * @param count how many are wanted, at least 1; {@link #claimed} tells how many were got
   * @return the first id, or {@link #FULL}, {@link #BEYOND_LIMIT}, {@link #SEALED} or {@link
   *     #CROWDED}
   */
  long claim(long tick, int count) {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      long before = last;
      if (before == SEALED_STATE) {
        return SEALED;
      }
      long lastTick = before >> shift;
      long first;
      if (tick > lastTick) {
        first = tick << shift | workerBits | start(tick, before);
      } else if ((before & maxSequence) != maxSequence) {
        first = before + 1;
      } else {
        return FULL;
      }
      if (Math.max(tick, lastTick) >= limit) {
        return BEYOND_LIMIT;
      }
      if (LAST.compareAndSet(this, before, first + claimed(first, count) - 1)) {
        if (tick > lastTick) {
          // Once per tick: counting each id would cost each id.
          issued.add(issuedIn(before) - (first & maxSequence));
        }
        return first;
      }
    }
    return CROWDED;
  }

  /**
   * Where the sequence of a tick starts: at 0 or, spread, at a value below 16 that varies from tick
   * to tick, so that few ids per tick still have even low bits. Where the tick before was used up
   * it is 0, so a generator at the ceiling loses at most 15 ids, once.
   */
  private long start(long tick, long before) {
    boolean rushing = before == (tick << shift | workerBits) - (1L << shift) + maxSequence;
    return spread && !rushing ? (tick * GOLDEN_RATIO) >>> SPREAD_SHIFT : 0;
  }

  /** Publishes the exclusive limit; it is cut at the last tick that the layout can express. */
  void publishLimit(long tick) {
    limit = Math.min(tick, maxTick + 1);
  }

  /** Last tick that was issued, or one below the floor; below all ticks once sealed. */
  long lastTick() {
    return last >> shift;
  }

  /**
   * Ends the lease: no id is issued after this call.
   *
   * @return the first tick that was not used, or −1 if another call has sealed it before
   */
  long seal() {
    long before = (long) LAST.getAndSet(this, SEALED_STATE);
    if (before == SEALED_STATE) {
      return -1;
    }
    issued.add(issuedIn(before));
    return Math.max((before >> shift) + 1, floor);
  }

  /** How many ids of the last tick are issued, which nobody has counted yet. */
  long issuedInLastTick() {
    long state = last;
    return state == SEALED_STATE ? 0 : issuedIn(state);
  }

  private long issuedIn(long state) {
    return state >> shift < floor ? 0 : (state & maxSequence) + 1;
  }

  /** Whether an id could be issued at this tick, now or when the next millisecond begins. */
  boolean open(long tick) {
    long state = last;
    return state != SEALED_STATE && Math.max(tick, state >> shift) < limit;
  }
}
