package dev.malkoha.engine.version;

import java.security.SecureRandom;

/**
 * Which of all copies of a store one is, and who has written to it last. Copies of a store have its
 * identity, so that they can share its tables; here they differ.
 *
 * @param copy drawn by the checkpoint or the restoring that made the copy; 0 if nobody did
 * @param opening drawn by the last opening for writing; 0 if there was none since the copy was made
 */
public record Lineage(long copy, long opening) {

  /** Of a store that no release wrote to which draws these numbers. */
  public static final Lineage NONE = new Lineage(0, 0);

  private static final SecureRandom RANDOM = new SecureRandom(); // numbers must differ, no more

  /** Of another copy, which nobody has opened yet. */
  public static Lineage ofNewCopy() {
    return new Lineage(RANDOM.nextLong(), 0);
  }

  /** Of the same copy, once it is opened for writing again. */
  public Lineage opened() {
    return new Lineage(copy, RANDOM.nextLong());
  }
}
