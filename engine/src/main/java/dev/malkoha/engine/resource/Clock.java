package dev.malkoha.engine.resource;

import module java.base;

/** Where time comes from and how it is spent: the machine's, unless a test has another one. */
public interface Clock {

  /** The machine's. */
  Clock MACHINE =
      new Clock() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public long millis() {
          return System.currentTimeMillis();
        }

        @Override
        public void rest(long nanos) {
          LockSupport.parkNanos(nanos);
        }
      };

  /** The time in nanoseconds, of any origin. */
  long nanos();

  /** The time in milliseconds: since 1970, but for a clock that a test drives. */
  default long millis() {
    return nanos() / 1_000_000;
  }

  /** Rests for so long, or shorter: not at all where time goes on by itself. */
  default void rest(long nanos) {}

  /**
   * What may differ between two runs that make the same calls: the time, and random bits. A store
   * takes both from here, so that a test's history can say them.
   *
   * @param random secret, and never the same twice: any thread asks it
   */
  public record TimeAndChance(Clock clock, RandomGenerator random) {

    /** The machine's. */
    public static final TimeAndChance MACHINE =
        new TimeAndChance(Clock.MACHINE, new SecureRandom());
  }
}
