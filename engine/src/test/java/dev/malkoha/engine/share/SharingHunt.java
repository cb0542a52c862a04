package dev.malkoha.engine.share;

import dev.malkoha.trials.Trials;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.LongPredicate;

/**
 * Runs {@link SharingHistory}, told by its seed; one that does not end counts as one that fails.
 */
public final class SharingHunt implements LongPredicate {

  /** A history has one thread, so nobody wakes it where it waits for something of the store. */
  private static final int LOOKS_AT_A_WAIT = 50;

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  /** Prepares to run histories. */
  public SharingHunt() {}

  /** Whether the history of a seed shows that something is wrong. */
  @Override
  public boolean test(long seed) {
    try {
      check(seed);
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }

  /** Runs the history of a seed; fails where something is wrong. */
  void check(long seed) {
    FutureTask<Void> history = new FutureTask<>(() -> new SharingHistory(seed).check(), null);
    Thread thread = Thread.ofPlatform().daemon().start(history);
    try {
      int waits = 0;
      while (!thread.join(BETWEEN_LOOKS)) {
        waits = isWaiting(thread) ? waits + 1 : 0;
        if (waits == LOOKS_AT_A_WAIT) {
          throw new AssertionError("it does not end: " + where(thread));
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (history.state() == Future.State.FAILED) {
      throw new AssertionError(Trials.replay(SharingTest.class, seed), history.exceptionNow());
    }
  }

  private static boolean isWaiting(Thread thread) {
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  private static String where(Thread thread) {
    return Arrays.toString(thread.getStackTrace());
  }
}
