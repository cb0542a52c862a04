package dev.malkoha.storage;

import java.io.IOException;

/**
 * What is done after a failure. What fails in it is attached to that failure and never takes its
 * place, be it the very same one: where memory is short, the JVM throws one error again and again.
 */
public final class Aftermath {

  private Aftermath() {}

  /** Something to be done after a failure. */
  @FunctionalInterface
  public interface Step {
    void run() throws IOException;
  }

  /** Does it; returns whether it was done. */
  @SuppressWarnings("ReferenceEquality") // nothing is suppressed by itself
  public static boolean of(Throwable failure, Step step) {
    try {
      step.run();
      return true;
    } catch (IOException | RuntimeException | Error e) {
      if (e != failure) {
        failure.addSuppressed(e);
      }
      return false;
    }
  }
}
