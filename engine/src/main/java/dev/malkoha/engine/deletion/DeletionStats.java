package dev.malkoha.engine.deletion;

import java.util.concurrent.atomic.LongAdder;

/** Counts what deletes have led to since the store was opened. Any thread. */
public final class DeletionStats {

  private final LongAdder elided = new LongAdder();
  private final LongAdder removals = new LongAdder();
  private final LongAdder blockReads = new LongAdder();
  private final LongAdder sidecarBytes = new LongAdder();
  private final LongAdder garbageRewrites = new LongAdder();

  /** Notes deletes that are gone for good. */
  public void countElided(long tombstones) {
    elided.add(tombstones);
  }

  public void countRemovals(long fingerprints) {
    removals.add(fingerprints);
  }

  public void countBlockReads(long blocks) {
    blockReads.add(blocks);
  }

  public void countSidecarBytes(long bytes) {
    sidecarBytes.add(bytes);
  }

  /** Notes a table that was written anew, or dropped, for its dead entries. */
  public void countGarbageRewrite() {
    garbageRewrites.increment();
  }

  /** Deletes that needed no place in any table any more. */
  public long elided() {
    return elided.sum();
  }

  /** Fingerprints that filters have let go of. */
  public long removals() {
    return removals.sum();
  }

  /** Blocks that the applier has read from files. */
  public long blockReads() {
    return blockReads.sum();
  }

  /** Bytes of sidecars. */
  public long sidecarBytes() {
    return sidecarBytes.sum();
  }

  /** Tables written anew, or dropped, for their dead entries. */
  public long garbageRewrites() {
    return garbageRewrites.sum();
  }
}
