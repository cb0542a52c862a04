package dev.malkoha.storage;

import module java.base;

/**
 * A want of threads or descriptors, which other code of the machine has taken for a moment. Who
 * meets one has done nothing yet, so the same may be tried again.
 */
final class Shortage {

  /**
   * The words of systems where the process, or all of them together, may have no more descriptors.
   */
  static final String NO_DESCRIPTOR = "Too many open files";

  private static final int TRIES_MAX = 1_000;
  private static final long PAUSE_NANOS = 10_000_000;

  private Shortage() {}

  /** Tries something again and again while that may help, for ten seconds. */
  static <T> T outlast(OwnThread.Action<T> action, Predicate<Throwable> mayPass)
      throws IOException {
    boolean interrupted = false;
    try {
      for (int tries = 1; true; tries++) {
        try {
          return action.run();
        } catch (IOException | OutOfMemoryError e) {
          if (tries == TRIES_MAX || !mayPass.test(e)) {
            throw e;
          }
        }
        interrupted |= Thread.interrupted(); // it would end each pause
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Does what starts a thread, again and again while none is to be had. */
  static void outlastOfThreads(Runnable starting) {
    try {
      outlast(
          () -> {
            starting.run();
            return true;
          },
          Shortage::isOfThreads);
    } catch (IOException e) {
      throw new AssertionError(e); // it throws none
    }
  }

  static boolean isOfDescriptors(Throwable failure) {
    return String.valueOf(failure.getMessage()).contains(NO_DESCRIPTOR);
  }

  /** The machine says the same where the heap is full, but in other words. */
  static boolean isOfThreads(Throwable failure) {
    return String.valueOf(failure.getMessage()).contains("native thread");
  }
}
