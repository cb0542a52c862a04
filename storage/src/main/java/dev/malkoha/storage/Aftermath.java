package dev.malkoha.storage;

import java.io.IOException;

/**
 * Steps after a failure. A second failure is attached to the first and never replaces it. It may be
 * the very same object: when memory is short, the JVM throws one error again and again.
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
