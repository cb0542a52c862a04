package dev.malkoha.storage;

import module java.base;

/**
 * Steps after a failure. A second failure is attached to the first and never replaces it. It may be
 * the very same object: when memory is short, the JVM throws one error again and again.
 */
public final class Aftermath {

  private Aftermath() {}

  /** Something to be done that may fail. */
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

  /** Closes in order, all of them; the first failure is thrown at the end, later ones attached. */
  @SuppressWarnings("try") // what is named only to be closed
  public static void closeAll(List<? extends Closeable> parts) throws IOException {
    int middle = parts.size() / 2;
    if (parts.size() == 1) {
      parts.getFirst().close();
    } else if (middle > 0) { // halves, as there may be thousands
      try (Closeable last = () -> closeAll(parts.subList(middle, parts.size()))) {
        closeAll(parts.subList(0, middle));
      }
    }
  }
}
