package dev.malkoha.engine;

/**
 * How {@link Reads#scan(KeyRange, ScanOptions)} goes about it. Immutable.
 *
 * @param skipsDamaged whether the cursor steps over damaged blocks; else a move that meets one
 *     throws
 */
public record ScanOptions(boolean skipsDamaged) {

  /** A damaged block is an exception. */
  public static ScanOptions defaults() {
    return new ScanOptions(false);
  }

  /**
   * Steps over damaged blocks. All keys that such a block may have held are left out, whatever
   * table they are in, so that no older value shows in place of a lost one: see {@link
   * Cursor#leftOut}. A value in a damaged value file still throws when it is asked for.
   */
  public static ScanOptions skipDamaged() {
    return new ScanOptions(true);
  }
}
