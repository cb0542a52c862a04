package dev.malkoha.bench.store;

/** A number that a store may have about its deletes. */
public enum DeleteFigure {
  /** Deletes that are entries of tables now, and not dead. */
  TOMBSTONES("tombstones", "deletes left in tables"),
  /** Deletes that are gone for good: dropped, or applied to all that they covered. */
  ELIDED("tombstonesElided", "deletes elided"),
  /** Entries of tables that are marked as dead now. */
  DEAD_ENTRIES("deadEntries", "dead entries in tables"),
  /** Keys taken out of filters. */
  FILTER_REMOVALS("filterRemovals", "filter removals"),
  /** Data blocks that were read to apply deletes. */
  APPLIER_BLOCK_READS("applierBlockReads", "blocks read to apply"),
  /** Data blocks that readers did not read, as nothing in them lives. */
  DEAD_BLOCKS_SKIPPED("deadBlocksSkipped", "dead blocks skipped"),
  /** Tables that were rewritten alone, or dropped, to give space back. */
  GARBAGE_REWRITES("garbageRewrites", "garbage rewrites");

  private final String label;
  private final String title;

  DeleteFigure(String label, String title) {
    this.label = label;
    this.title = title;
  }

  /** The name in files. */
  public String label() {
    return label;
  }

  /** The name in tables. */
  public String title() {
    return title;
  }
}
