package dev.malkoha.bench.workload;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A clock that a thread reads after each operation, to know how long that one took. It stands still
 * while rounds are timed as a whole: reading it takes as long as a fast look-up. For one thread.
 */
final class Ticks {

  private static final long LONGEST_NANOS = 3_600_000_000_000L;
  private static final int DIGITS = 3;

  private final @Nullable Histogram nanos;
  private long last;

  /** A clock that goes, or that stands still. */
  Ticks(boolean going) {
    nanos = going ? empty() : null;
  }

  static Histogram empty() {
    return new Histogram(LONGEST_NANOS, DIGITS);
  }

  /** The first operation begins. */
  void start() {
    if (nanos != null) {
      last = System.nanoTime();
    }
  }

  /** An operation has ended, and the next begins. */
  void tick() {
    if (nanos != null) {
      long now = System.nanoTime();
      nanos.recordValue(Math.min(now - last, LONGEST_NANOS));
      last = now;
    }
  }

  /** Adds what was recorded. */
  void addTo(Histogram all) {
    if (nanos != null) {
      all.add(nanos);
    }
  }
}
