package dev.malkoha.kafkabench.process;

import java.time.Duration;
import java.util.function.Supplier;

/** Waiting for what another process does: a condition is looked at again until it holds. */
public final class Await {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  /** Something that is seen from outside: whether it holds by now. */
  @FunctionalInterface
  public interface Condition {

    /** Looks; an exception ends the waiting. */
    boolean holds() throws Exception;
  }

  private Await() {}

  /**
   * Waits for a condition.
   *
   * @param what for the message, such as "an answer from the broker"
   * @param limit how long to wait
   * @param seen what to say of how things stand if that was in vain
   * @throws IllegalStateException if the condition does not hold in time, or the thread is
   *     interrupted
   */
  public static void until(
      String what, Duration limit, Supplier<String> seen, Condition condition) {
    long end = System.nanoTime() + limit.toNanos();
    while (!look(what, condition)) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException(
            "waited %s s in vain for %s: %s".formatted(limit.toSeconds(), what, seen.get()));
      }
      pause(what);
    }
  }

  private static boolean look(String what, Condition condition) {
    try {
      return condition.holds();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + what, e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("while waiting for " + what + ": " + e.getMessage(), e);
    }
  }

  private static void pause(String what) {
    try {
      Thread.sleep(BETWEEN_LOOKS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + what, e);
    }
  }
}
