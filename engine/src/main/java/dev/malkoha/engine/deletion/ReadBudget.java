package dev.malkoha.engine.deletion;

import java.util.concurrent.locks.LockSupport;

/**
 * How many blocks a second the applier may read: after each piece of work it rests until the blocks
 * are paid for. While somebody waits for the store to be idle there is no limit.
 */
public final class ReadBudget {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Rest saved up by reading little is good for this long a burst. */
  private static final long BURST_NANOS = NANOS_PER_SECOND / 20;

  private final Clock clock;
  private final long nanosPerBlock;
  private volatile int waiters;
  private volatile boolean stopped;
  private long paidUntil;

  /** Where time comes from and how it is spent. */
  interface Clock {

    /** The time in nanoseconds, of any origin. */
    long nanos();

    /** Rests for about so long, or shorter. */
    void rest(long nanos);
  }

  /** A budget over the machine's clock. */
  public ReadBudget(int blocksPerSecond) {
    this(
        blocksPerSecond,
        new Clock() {
          @Override
          public long nanos() {
            return System.nanoTime();
          }

          @Override
          public void rest(long nanos) {
            LockSupport.parkNanos(nanos);
          }
        });
  }

  ReadBudget(int blocksPerSecond, Clock clock) {
    this.nanosPerBlock = NANOS_PER_SECOND / blocksPerSecond;
    this.clock = clock;
    this.paidUntil = clock.nanos();
  }

  /** Pays for blocks that were read, by resting. For the applier's thread. */
  void pay(long blocks) {
    long now = clock.nanos();
    paidUntil = Math.max(paidUntil, now - BURST_NANOS) + blocks * nanosPerBlock;
    while (paidUntil - now > 0 && waiters == 0 && !stopped) {
      clock.rest(Math.min(paidUntil - now, BURST_NANOS));
      now = clock.nanos();
    }
    if (waiters > 0) {
      paidUntil = now;
    }
  }

  /** Lifts the limit until {@link #resume}; calls add up. */
  public synchronized void suspend() {
    waiters++;
  }

  /** Takes a {@link #suspend} back. */
  public synchronized void resume() {
    waiters--;
  }

  /** Lets a resting applier go on at once, from now on. */
  public void stop() {
    stopped = true;
  }
}
