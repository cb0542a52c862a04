package dev.malkoha.engine.heap;

/** What of the heap is alive in this process. */
final class Live {

  private static final int COLLECTIONS = 3;

  private Live() {}

  /** Bytes that are reachable now, about. */
  static long bytes() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  /** Fails if more is alive than is allowed beside what was before. */
  static void check(long before, long most, String when) {
    long now = bytes() - before;
    if (now > most) {
      throw new AssertionError(now + " bytes are alive " + when + "; the most is " + most);
    }
    System.out.println(when + ": " + now + " bytes are alive, of " + most);
  }
}
