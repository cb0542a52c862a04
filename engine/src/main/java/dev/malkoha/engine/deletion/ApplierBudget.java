package dev.malkoha.engine.deletion;

import module java.base;

import dev.malkoha.engine.base.GoneException;
import dev.malkoha.engine.resource.Clock;

/**
 * How much the applier may do. It reads a limited number of blocks a run and, while nobody waits
 * for it, a second. Blocks in memory cost time, too: it works for half of the time, or a tenth
 * while others write. After each piece of work it rests until that is paid for. For the applier's
 * thread.
 */
public final class ApplierBudget {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Blocks that may be read in a second while nobody waits for it. */
  private static final int BLOCKS_PER_SECOND = 50_000;

  static final long NANOS_PER_BLOCK = NANOS_PER_SECOND / BLOCKS_PER_SECOND;

  /** How many times as long as a piece of work took, work and rest take together. */
  private static final int TIMES_WORK = 2;

  /** The same if more than a trickle was written since the last one. */
  private static final int TIMES_WORK_BESIDE_WRITES = 10;

  /** Who writes two megabytes a second or less is not disturbed: it is a trickle. */
  private static final long NANOS_PER_BYTE = 500;

  /** The most unused time that later reads may use up at once; also the longest rest. */
  private static final long BURST_NANOS = NANOS_PER_SECOND / 20;

  private final LongSupplier blocksMax;
  private final BooleanSupplier unlimited;
  private final BooleanSupplier cancelled;
  private final LongSupplier written;
  private final Clock clock;
  private long paidUntil;

  /** When the piece of work that is under way was begun. */
  private long begun;

  private long writtenThen;
  private long paidAt;

  /**
   * A budget.
   *
   * @param blocksMax that one run may read; asked again and again: options may change
   * @param unlimited asked again and again: true while somebody waits, so that there is no rest
   * @param cancelled asked again and again: true once runs are to end
   * @param written a number that every write changes
   */
  public ApplierBudget(
      LongSupplier blocksMax,
      BooleanSupplier unlimited,
      BooleanSupplier cancelled,
      LongSupplier written,
      Clock clock) {
    this.blocksMax = blocksMax;
    this.unlimited = unlimited;
    this.cancelled = cancelled;
    this.written = written;
    this.clock = clock;
    this.paidUntil = clock.nanos();
  }

  /** Blocks that one run may read. */
  long blocksMax() {
    return blocksMax.getAsLong();
  }

  /** Begins a run of pieces of work. */
  void begin() {
    begun = clock.nanos();
  }

  /**
   * Pays by resting for a piece of work that read {@code blocks} blocks.
   *
   * @throws GoneException to end the run
   */
  void pay(long blocks) {
    long now = clock.nanos();
    long price = Math.max(blocks * NANOS_PER_BLOCK, timesWork(now) * (now - begun));
    paidUntil = Math.max(paidUntil, now - BURST_NANOS) + price;
    while (paidUntil - now > 0) {
      if (unlimited.getAsBoolean() || cancelled.getAsBoolean()) {
        paidUntil = now;
      } else {
        clock.rest(Math.min(paidUntil - now, BURST_NANOS));
        now = clock.nanos();
      }
    }
    if (cancelled.getAsBoolean()) {
      throw new GoneException("the run was given up");
    }
    begun = now;
  }

  private int timesWork(long now) {
    long bytes = written.getAsLong() - writtenThen;
    boolean few = bytes * NANOS_PER_BYTE <= now - paidAt;
    writtenThen += bytes;
    paidAt = now;
    return few ? TIMES_WORK : TIMES_WORK_BESIDE_WRITES;
  }
}
