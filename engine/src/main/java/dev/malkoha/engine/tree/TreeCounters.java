package dev.malkoha.engine.tree;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what was written to a tree, and what it led to, since the store was opened. Any thread.
 */
public final class TreeCounters {

  /** Bytes of batches that users wrote. */
  public final LongAdder bytesWritten = new LongAdder();

  /** Bytes of tables that flushes wrote. */
  public final LongAdder bytesFlushed = new LongAdder();

  /** Bytes of tables that compactions wrote. */
  public final LongAdder bytesCompacted = new LongAdder();

  /** Deletes that needed no place in any table any more. */
  public final LongAdder deletesElided = new LongAdder();

  /** Fingerprints that filters have let go of. */
  public final LongAdder filterRemovals = new LongAdder();

  /** Blocks that the applier has read from files. */
  public final LongAdder applierBlockReads = new LongAdder();

  /** Bytes of sidecars. */
  public final LongAdder sidecarBytes = new LongAdder();

  /** Tables rewritten, or dropped, for their dead entries. */
  public final LongAdder garbageRewrites = new LongAdder();
}
