package dev.malkoha.engine.resource;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The pace at which flushes and compactions of any number of stores may write, all together.
 * Flushes go first: writers wait for them. A token bucket that fills at the rate. A writer may
 * overdraw it, and the next one waits until the debt is paid.
 *
 * <p>Any thread.
 */
public final class WriteRate {

  /** No limit. */
  public static final WriteRate UNLIMITED = new WriteRate(0, Clock.MACHINE);

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** So much unused time is not lost: a job that begins may write at once. */
  private static final long SAVED_NANOS = NANOS_PER_SECOND / 8;

  /** A waiting writer looks again after this time, because flushes may have come and gone. */
  private static final long REST_NANOS = NANOS_PER_SECOND / 100;

  private final double nanosPerByte;
  private final Clock clock;

  private final AtomicInteger flushesWaiting = new AtomicInteger();

  /** The time at which all bytes written so far are paid for. */
  @GuardedBy("this")
  private long paidAt;

  /**
   * A limit.
   *
   * @param bytesPerSecond 0 for none
   */
  public WriteRate(long bytesPerSecond, Clock clock) {
    this.nanosPerByte = bytesPerSecond == 0 ? 0 : (double) NANOS_PER_SECOND / bytesPerSecond;
    this.clock = clock;
    this.paidAt = clock.nanos() - SAVED_NANOS;
  }

  /** Waits until a number of bytes may be written. */
  public void acquire(int bytes, boolean isFlush) {
    if (nanosPerByte == 0) { // no limit
      return;
    }
    flushesWaiting.addAndGet(isFlush ? 1 : 0);
    try {
      for (long rest = tryTake(bytes, isFlush); rest > 0; rest = tryTake(bytes, isFlush)) {
        clock.rest(Math.min(rest, REST_NANOS));
      }
    } finally {
      flushesWaiting.addAndGet(isFlush ? -1 : 0);
    }
  }

  /** Takes them, or returns how long to wait before the next try. */
  private synchronized long tryTake(int bytes, boolean isFlush) {
    long now = clock.nanos();
    if (!isFlush && flushesWaiting.get() > 0) {
      return REST_NANOS;
    }
    if (paidAt - now > 0) {
      return paidAt - now;
    }
    paidAt = Math.max(paidAt, now - SAVED_NANOS) + (long) (bytes * nanosPerByte);
    return 0;
  }
}
