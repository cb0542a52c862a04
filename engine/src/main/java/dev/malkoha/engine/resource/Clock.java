package dev.malkoha.engine.resource;

import java.util.concurrent.locks.LockSupport;

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
}
