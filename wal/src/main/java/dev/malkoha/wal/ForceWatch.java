package dev.malkoha.wal;

/**
 * Is told when a log is made durable, and how much of it, and when it goes on in another segment:
 * for measurements. Any thread.
 */
@FunctionalInterface
public interface ForceWatch {

  /** A force that is under way. */
  @FunctionalInterface
  interface Force {

    /**
     * It is over; one that fails is not told of.
     *
     * @param bytes of the log that are durable now and were not known to be before
     */
    void ended(long bytes);
  }

  /** Watches nothing. */
  ForceWatch NONE = () -> bytes -> {};

  /** A force begins. Others wait for it meanwhile. */
  Force begin();

  /**
   * The log goes on in another segment.
   *
   * @param nanos how long that took who appends
   */
  default void turned(long nanos) {}
}
