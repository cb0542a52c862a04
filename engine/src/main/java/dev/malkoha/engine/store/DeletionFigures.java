package dev.malkoha.engine.store;

import dev.malkoha.engine.deletion.DeletionStats;

/**
 * What deletes have led to since the store was opened.
 *
 * @param elided deletes that are gone for good
 * @param filterRemovals fingerprints that filters have let go of
 * @param applierBlockReads blocks that the applier has read from files
 * @param sidecarBytes bytes of sidecars
 * @param garbageRewrites tables written anew, or dropped, for their dead entries
 */
public record DeletionFigures(
    long elided,
    long filterRemovals,
    long applierBlockReads,
    long sidecarBytes,
    long garbageRewrites) {

  /** Of a store that is only read. */
  static final DeletionFigures NOTHING = new DeletionFigures(0, 0, 0, 0, 0);

  static DeletionFigures of(DeletionStats stats) {
    return new DeletionFigures(
        stats.elided().sum(),
        stats.removals().sum(),
        stats.blockReads().sum(),
        stats.sidecarBytes().sum(),
        stats.garbageRewrites().sum());
  }
}
