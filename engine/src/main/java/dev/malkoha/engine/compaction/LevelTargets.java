package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.Version;

/**
 * How large each level may grow, and how far a shape is over that.
 *
 * <p>Level 0 is measured in tables, since every read asks each of them; deeper levels in bytes,
 * each ten times the one above.
 *
 * @param tableBytes the size at which compactions cut their outputs
 */
public record LevelTargets(long tableBytes) {

  /** Tables in level 0 that call for a compaction. */
  public static final int LEVEL0_TABLES = 4;

  /** Tables of the target size that level 1 holds. */
  static final int LEVEL1_TABLES = 8;

  /** How many times a level's size the next one's is. */
  static final int RATIO = 10;

  /** The bytes that a level below 0 may hold. */
  public long bytes(int level) {
    long bytes = LEVEL1_TABLES * tableBytes;
    for (int i = 1; i < level; i++) {
      bytes *= RATIO;
    }
    return bytes;
  }

  /** How full a level is: from 1 on it calls for a compaction. The deepest level never does. */
  public double score(Shape shape, int level) {
    if (level == 0) {
      return (double) shape.level(0).size() / LEVEL0_TABLES;
    }
    return level == Version.LEVELS - 1 ? 0 : (double) shape.bytes(level) / bytes(level);
  }

  /** Bytes that compactions have yet to move for every level to be within its target. */
  public long debtBytes(Shape shape) {
    long debt = 0;
    if (shape.level(0).size() >= LEVEL0_TABLES) {
      debt += shape.bytes(0);
    }
    for (int level = 1; level < Version.LEVELS - 1; level++) {
      debt += Math.max(0, shape.bytes(level) - bytes(level));
    }
    return debt;
  }
}
