package dev.malkoha.engine.deletion;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what deletes have led to since the store was opened. Any thread.
 *
 * @param elided deletes that needed no place in any table any more
 * @param removals fingerprints that filters have let go of
 * @param blockReads blocks that the applier has read from files
 * @param sidecarBytes bytes of sidecars
 * @param garbageRewrites tables written anew, or dropped, for their dead entries
 */
public record DeletionStats(
    LongAdder elided,
    LongAdder removals,
    LongAdder blockReads,
    LongAdder sidecarBytes,
    LongAdder garbageRewrites) {

  /** Nothing counted yet. */
  public DeletionStats() {
    this(new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder());
  }
}
