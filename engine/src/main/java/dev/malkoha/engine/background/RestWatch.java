package dev.malkoha.engine.background;

/**
 * Tells whether a store has come to rest, so that it need not be looked at until it changes. One
 * thread.
 */
final class RestWatch {

  /**
   * Looks without a change after which time has made due what it can: a minute at three seconds.
   */
  static final int LOOKS_WHILE_AGEING = 20;

  /** A look that finds no change since the one before does what waits for that. */
  private static final int LOOKS_AFTER_CHANGE = 1;

  private long seen;
  private int unchanged = LOOKS_AFTER_CHANGE;

  /**
   * Begins to watch.
   *
   * @param changes a number that grows with each change
   */
  RestWatch(long changes) {
    this.seen = changes;
  }

  /**
   * Whether a look may find something to do. To be asked each time there might be one.
   *
   * @param ages whether time alone may make something due
   */
  boolean isDue(long changes, boolean ages) {
    unchanged = changes == seen ? unchanged + 1 : 0;
    seen = changes;
    return unchanged <= (ages ? LOOKS_WHILE_AGEING : LOOKS_AFTER_CHANGE);
  }
}
