package dev.malkoha.papers;

/** The seed of the random tests: {@code -Dmalkoha.seed=N} replays a run. */
public final class Seeds {

  private Seeds() {}

  /** The given seed, or a new one. */
  public static long seed() {
    Long given = Long.getLong("malkoha.seed");
    return given != null ? given : System.nanoTime();
  }

  /** What to add to a failure's message. */
  public static String replay(long seed) {
    return "replay with -Dmalkoha.seed=" + seed;
  }
}
