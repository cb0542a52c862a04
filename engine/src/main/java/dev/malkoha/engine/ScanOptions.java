package dev.malkoha.engine;

/**
 * How {@link Reads#scan(KeyRange, ScanOptions)} goes about it. Immutable.
 *
 * @param skipsDamaged whether the cursor steps over damaged blocks; else a move that meets one
 *     throws
 * @param fillsCache whether blocks that it reads are kept in the block cache
 */
public record ScanOptions(boolean skipsDamaged, boolean fillsCache) {

  /** A damaged block is an exception, and what is read stays in the block cache. */
  public static ScanOptions defaults() {
    return new ScanOptions(false, true);
  }

  /**
   * Steps over damaged blocks. All keys that such a block may have held are left out, whatever
   * table they are in, so that no older value shows in place of a lost one: see {@link
   * Cursor#leftOut}. A value in a damaged value file still throws when it is asked for.
   */
  public static ScanOptions skipDamaged() {
    return new ScanOptions(true, true);
  }

  /**
   * The same, but what is read takes no room in the block cache: for a walk through much that
   * nobody will read again soon. Blocks that are there are used.
   */
  public ScanOptions pastCache() {
    return new ScanOptions(skipsDamaged, false);
  }
}
