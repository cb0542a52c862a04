package dev.malkoha.engine.deletion;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * How many blocks a second the applier may read: after each piece of work it rests until the blocks
 * are paid for. For the applier's thread.
 */
public final class ReadBudget {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** What was not read for a while may be read at once, up to so much; and the longest rest. */
  private static final long BURST_NANOS = NANOS_PER_SECOND / 20;

  private final long nanosPerBlock;
  private final BooleanSupplier unlimited;
  private final Clock clock;
  private long paidUntil;

  /** Where time comes from and how it is spent. */
  interface Clock {

    /** The time in nanoseconds, of any origin. */
    long nanos();

    /** Rests for so long, or shorter. */
    void rest(long nanos);
  }

  /** The machine's clock. */
  private static final class MachineClock implements Clock {

    @Override
    public long nanos() {
      return System.nanoTime();
    }

    @Override
    public void rest(long nanos) {
      LockSupport.parkNanos(nanos);
    }
  }

  /**
   * A budget over the machine's clock.
   *
   * @param unlimited asked again and again: true while there is no limit
   */
  public ReadBudget(int blocksPerSecond, BooleanSupplier unlimited) {
    this(blocksPerSecond, unlimited, new MachineClock());
  }

  ReadBudget(int blocksPerSecond, BooleanSupplier unlimited, Clock clock) {
    this.nanosPerBlock = NANOS_PER_SECOND / blocksPerSecond;
    this.unlimited = unlimited;
    this.clock = clock;
    this.paidUntil = clock.nanos();
  }

  /** Pays for blocks that were read, by resting. */
  public void pay(long blocks) {
    long now = clock.nanos();
    paidUntil = Math.max(paidUntil, now - BURST_NANOS) + blocks * nanosPerBlock;
    while (paidUntil - now > 0) {
      if (unlimited.getAsBoolean()) {
        paidUntil = now;
      } else {
        clock.rest(Math.min(paidUntil - now, BURST_NANOS));
        now = clock.nanos();
      }
    }
  }
}
