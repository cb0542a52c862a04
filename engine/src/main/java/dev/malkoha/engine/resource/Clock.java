package dev.malkoha.engine.resource;

import java.util.concurrent.locks.LockSupport;

/** Where time comes from and how it is spent: the machine's, unless a test has another one. */
public interface Clock {

  /** The machine's. */
  Clock MACHINE = new Clock() {};

  /** The time in nanoseconds, of any origin. */
  default long nanos() {
    return System.nanoTime();
  }

  /** Rests for so long, or shorter. */
  default void rest(long nanos) {
    LockSupport.parkNanos(nanos);
  }
}
