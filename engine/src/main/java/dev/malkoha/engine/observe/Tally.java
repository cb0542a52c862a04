package dev.malkoha.engine.observe;

import java.util.concurrent.atomic.LongAdder;

/** How often something was done, and how long it took in all. Any thread. */
public final class Tally {

  private final LongAdder times = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  Tally() {}

  void add(long took) {
    times.increment();
    nanos.add(took);
  }

  /** The sums by now. */
  Sum sum() {
    return new Sum(times.sum(), nanos.sum());
  }

  /**
   * How often and how long by some moment.
   *
   * @param nanos all of them together
   */
  public record Sum(long times, long nanos) {

    /** In seconds. */
    public double seconds() {
      return nanos / 1e9;
    }
  }
}
