package dev.malkoha.engine.write;

import dev.malkoha.engine.compaction.LevelTargets;
import dev.malkoha.engine.compaction.Shape;
import dev.malkoha.engine.version.Version;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Slows writers down in proportion to what compactions owe, so that the store never has to stop
 * them all at once.
 *
 * <p>Each table of level 0 beyond a comfortable number, and each level-1-full of bytes that waits
 * to be moved, costs a writer the time in which a modest device writes the same bytes again.
 */
public final class WriteThrottle {

  private static final int LEVEL0_COMFORTABLE = 2 * LevelTargets.LEVEL0_TABLES + 4;
  private static final long NANOS_PER_KIB_STEP = 8_000;
  private static final int STEPS_MAX = 64;
  private static final long COMFORTABLE_LEVELS_OF_DEBT = 8;

  /** Pauses shorter than this are saved up: the operating system would round them up anyway. */
  private static final long PAUSE_NANOS_MIN = 1_000_000;

  private final AtomicLong owedNanos = new AtomicLong();
  private final AtomicLong pausedNanos = new AtomicLong();
  private volatile long nanosPerKib;

  /** Creates a throttle that does not throttle yet. */
  public WriteThrottle() {}

  /** Sets the pace that a version calls for whose tables are cut at so many bytes. */
  public void adjust(long tableBytes, Version version) {
    adjust(new LevelTargets(tableBytes), Shape.of(version, table -> false));
  }

  void adjust(LevelTargets targets, Shape shape) {
    nanosPerKib = nanosPerKib(shape.level(0).size(), targets.debtBytes(shape), targets.bytes(1));
  }

  /** Pauses the calling thread for what it is about to write. Never under a lock. */
  public void pace(long bytes) {
    long rate = nanosPerKib;
    if (rate == 0) {
      return;
    }
    long owed = owedNanos.addAndGet(bytes * rate / 1024);
    if (owed >= PAUSE_NANOS_MIN && owedNanos.compareAndSet(owed, 0)) {
      pausedNanos.addAndGet(owed);
      LockSupport.parkNanos(owed);
    }
  }

  /** How long writers have been made to wait in all. */
  public long pausedNanos() {
    return pausedNanos.get();
  }

  static long nanosPerKib(int level0Tables, long debtBytes, long level1Bytes) {
    long steps =
        Math.max(0, level0Tables - LEVEL0_COMFORTABLE)
            + Math.max(0, debtBytes / level1Bytes - COMFORTABLE_LEVELS_OF_DEBT);
    return Math.min(steps, STEPS_MAX) * NANOS_PER_KIB_STEP;
  }
}
