package dev.malkoha.engine.tree;

import dev.malkoha.engine.compaction.Shape;
import dev.malkoha.engine.events.WaitCause;
import dev.malkoha.engine.version.Version;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Slows writers down in proportion to what compactions owe, so that the store never has to stop
 * them all at once.
 *
 * <p>Each table of level 0 beyond a comfortable number, and each level-1-full of bytes that waits
 * to be moved, costs a writer the time in which a modest device writes the same bytes again.
 */
public final class WriteThrottle {

  /** Tables of level 0 beyond twice what calls for a compaction that cost a writer nothing. */
  private static final int LEVEL0_COMFORTABLE = 4;

  private static final long NANOS_PER_KIB_STEP = 8_000;
  private static final int STEPS_MAX = 64;
  private static final long COMFORTABLE_LEVELS_OF_DEBT = 8;

  /**
   * Pauses shorter than this are saved up: the operating system would round them up anyway. Many
   * short pauses serve as well as a few long ones, and nobody waits long.
   */
  private static final long PAUSE_NANOS_MIN = 100_000;

  /** A pause that took longer counts for later ones, but not what a busy machine adds to it. */
  private static final long CREDIT_NANOS_MAX = 1_000_000;

  private final AtomicLong owedNanos = new AtomicLong();
  private final AtomicLong pausedNanos = new AtomicLong();
  private final Pause pauses;
  private volatile Pace pace = new Pace(0, WaitCause.LEVEL0, 0);

  /** Has the calling thread pause. */
  @FunctionalInterface
  public interface Pause {

    /**
     * Pauses.
     *
     * @param behind the amount to catch up with
     * @return how long it took, in nanoseconds
     */
    long pause(long nanos, WaitCause cause, long behind);
  }

  /** The delay of writers, and the cause of most of it. */
  private record Pace(long nanosPerKib, WaitCause cause, long behind) {}

  /** Creates a throttle that does not throttle yet. */
  public WriteThrottle(Pause pauses) {
    this.pauses = pauses;
  }

  /**
   * Sets the pace that a version calls for, with tables cut at {@code tableBytes}.
   *
   * @param settled tables of greater numbers do not count: no compaction can take them yet
   */
  public void adjust(long tableBytes, Version version, long settled) {
    adjust(Shape.of(tableBytes, version, settled, table -> false));
  }

  void adjust(Shape shape) {
    int level0 = shape.level(0).size();
    long tooMany = Math.max(0, level0 - 2 * shape.level0Tables() - LEVEL0_COMFORTABLE);
    long debt = shape.debtBytes();
    long tooMuch = Math.max(0, debt / shape.bytesMax(1) - COMFORTABLE_LEVELS_OF_DEBT);
    long nanosPerKib = Math.min(tooMany + tooMuch, STEPS_MAX) * NANOS_PER_KIB_STEP;
    pace =
        tooMany >= tooMuch
            ? new Pace(nanosPerKib, WaitCause.LEVEL0, level0)
            : new Pace(nanosPerKib, WaitCause.DEBT, debt);
  }

  /** Pauses the calling thread for what it is about to write. Never under a lock. */
  public void pace(long bytes) {
    Pace now = pace;
    if (now.nanosPerKib == 0) {
      return;
    }
    long owed = owedNanos.addAndGet(bytes * now.nanosPerKib / 1024);
    if (owed >= PAUSE_NANOS_MIN && owedNanos.compareAndSet(owed, 0)) {
      pausedNanos.addAndGet(owed);
      long late = pauses.pause(owed, now.cause, now.behind) - owed;
      owedNanos.addAndGet(-Math.clamp(late, 0, CREDIT_NANOS_MAX));
    }
  }

  /** The time for which writers have been made to wait in all. */
  public long pausedNanos() {
    return pausedNanos.get();
  }
}
