package dev.malkoha.engine.store;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what was written to a tree, and what it led to, since the store was opened. Any thread.
 */
final class TreeCounters {

  /** Bytes of batches that users wrote. */
  final LongAdder bytesWritten = new LongAdder();

  /** Bytes of tables that flushes wrote. */
  final LongAdder bytesFlushed = new LongAdder();

  /** Bytes of tables that compactions wrote. */
  final LongAdder bytesCompacted = new LongAdder();

  /** Deletes that needed no place in any table any more. */
  final LongAdder deletesElided = new LongAdder();

  /** Fingerprints that filters have let go of. */
  final LongAdder filterRemovals = new LongAdder();

  /** Blocks that the applier has read from files. */
  final LongAdder applierBlockReads = new LongAdder();

  /** Bytes of sidecars. */
  final LongAdder sidecarBytes = new LongAdder();

  /** Tables written anew, or dropped, for their dead entries. */
  final LongAdder garbageRewrites = new LongAdder();
}
