package dev.malkoha.engine;

/** How {@link Reads#scan(KeyRange, ScanOptions)} and walks without a cursor go. Immutable. */
public final class ScanOptions {

  private static final ScanOptions DEFAULTS = new ScanOptions(false, true, false);

  private final boolean skipsDamaged;
  private final boolean fillsCache;
  private final boolean descends;

  private ScanOptions(boolean skipsDamaged, boolean fillsCache, boolean descends) {
    this.skipsDamaged = skipsDamaged;
    this.fillsCache = fillsCache;
    this.descends = descends;
  }

  /**
   * A damaged block is an exception, what is read stays in the block cache, and keys come in
   * ascending order.
   */
  public static ScanOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Steps over damaged blocks. All keys that such a block may have held are left out, whatever
   * table they are in, so that no older value shows in place of a lost one: see {@link
   * Cursor#leftOut}. A value in a damaged value file still throws when it is asked for.
   */
  public static ScanOptions skipDamaged() {
    return new ScanOptions(true, true, false);
  }

  /**
   * The same, but what is read takes no room in the block cache: for a walk through much that
   * nobody will read again soon. Blocks that are there are used.
   */
  public ScanOptions pastCache() {
    return new ScanOptions(skipsDamaged, false, descends);
  }

  /**
   * The same, but {@link Reads#entries(KeyRange, ScanOptions)}, {@code stream} and {@code forEach}
   * begin with the greatest key and go down. A cursor is moved either way by its own methods,
   * whatever this says.
   */
  public ScanOptions descending() {
    return new ScanOptions(skipsDamaged, fillsCache, true);
  }

  /** Whether damaged blocks are stepped over; else a move that meets one throws. */
  public boolean skipsDamaged() {
    return skipsDamaged;
  }

  /** Whether blocks that are read are kept in the block cache. */
  public boolean fillsCache() {
    return fillsCache;
  }

  /** Whether walks without a cursor begin with the greatest key. */
  public boolean descends() {
    return descends;
  }
}
