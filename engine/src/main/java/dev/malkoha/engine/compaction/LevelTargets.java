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

  /** Tables in level 0 that call for a compaction where level 1 is small beside them. */
  public static final int LEVEL0_TABLES = 4;

  /** Tables that level 0 holds at most before it calls for one. */
  public static final int LEVEL0_TABLES_MAX = 12;

  /**
   * A merge of level 0 into level 1 rewrites about this many bytes of level 1 for one of its own.
   */
  static final int LEVEL1_REWRITE = 4;

  /** Tables of the target size that level 1 holds. */
  static final int LEVEL1_TABLES = 8;

  /**
   * Tables of the target size that one merge takes at most, where it can do with less: what it has
   * claimed gets no marks meanwhile.
   */
  static final int MERGED_TABLES_MAX = 3 * LEVEL1_TABLES;

  /** The size of a level in sizes of the one above. */
  static final int RATIO = 10;

  /** The bytes that one merge takes at most, where it can do with less. */
  long mergeBytes() {
    return MERGED_TABLES_MAX * tableBytes;
  }

  /** The bytes that a level below 0 may hold. */
  public long bytes(int level) {
    long bytes = LEVEL1_TABLES * tableBytes;
    for (int i = 1; i < level; i++) {
      bytes *= RATIO;
    }
    return bytes;
  }

  /**
   * Tables in level 0 that call for a compaction. Where tables are small beside level 1, as those
   * of small memtables are, level 0 gathers more of them: each merge rewrites all of level 1.
   */
  public int level0Tables(Shape shape) {
    long bytes = Math.max(1, shape.bytes(0));
    long tables = shape.bytes(1) * shape.level(0).size() / (LEVEL1_REWRITE * bytes);
    return Math.clamp(tables, LEVEL0_TABLES, LEVEL0_TABLES_MAX);
  }

  /** The fill of a level: from 1 on it calls for a compaction. The deepest level never does. */
  public double score(Shape shape, int level) {
    if (level == 0) {
      return (double) shape.level(0).size() / level0Tables(shape);
    }
    return level == Version.LEVELS - 1 ? 0 : (double) shape.bytes(level) / bytes(level);
  }

  /** Bytes that compactions have yet to move for every level to be within its target. */
  public long debtBytes(Shape shape) {
    long debt = 0;
    if (score(shape, 0) >= 1) {
      debt += shape.bytes(0);
    }
    for (int level = 1; level < Version.LEVELS - 1; level++) {
      debt += Math.max(0, shape.bytes(level) - bytes(level));
    }
    return debt;
  }
}
