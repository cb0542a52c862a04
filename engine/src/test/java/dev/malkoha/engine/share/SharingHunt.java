package dev.malkoha.engine.share;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.LongPredicate;

/**
 * Runs {@link SharingHistory}, told by its seed; one that does not end counts as one that fails.
 */
public final class SharingHunt implements LongPredicate {

  /** Of a history that takes milliseconds where nobody else wants the processor. */
  private static final int SECONDS_MAX = 60;

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
      if (!thread.join(Duration.ofSeconds(SECONDS_MAX))) {
        throw new AssertionError("it does not end: " + where(thread));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (history.state() == Future.State.FAILED) {
      throw new AssertionError("seed " + seed, history.exceptionNow());
    }
  }

  private static String where(Thread thread) {
    return Arrays.toString(thread.getStackTrace());
  }
}
