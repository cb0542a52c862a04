package dev.malkoha.engine;

import dev.malkoha.engine.store.StoreFigures;
import java.util.Arrays;
import java.util.Locale;

/**
 * What a store has done since it was opened, and what it holds, at one moment. Immutable.
 *
 * <p>{@link #toString} is a table for people.
 */
public final class DbStats {

  private static final double MIB = 1 << 20;

  private final StoreFigures figures;

  DbStats(StoreFigures figures) {
    this.figures = figures;
  }

  /** Data blocks read from files. */
  public long blockReads() {
    return figures.blocks().read();
  }

  /** Data blocks found in the block cache. */
  public long blockCacheHits() {
    return figures.blocks().cacheHits();
  }

  /** Bytes the block cache holds. */
  public long blockCacheBytes() {
    return figures.blocks().cacheBytes();
  }

  /** Table filters asked by gets. */
  public long filterProbes() {
    return figures.filters().probes();
  }

  /** Filters that said "absent", so that no block was looked for. */
  public long filterNegatives() {
    return figures.filters().negatives();
  }

  /** Filters that said "maybe" where the table then had no entry of the key. */
  public long filterFalsePositives() {
    return figures.filters().falsePositives();
  }

  /** Bytes of all filters, headers and padding included; all are in memory. */
  public long filterBytes() {
    return figures.filters().bytes();
  }

  /** Bits of filter for each key held by a filter, over all tables; 0 without tables. */
  public double filterBitsPerKey() {
    return figures.filters().keys() == 0
        ? 0
        : 8.0 * figures.filters().bytes() / figures.filters().keys();
  }

  /** Bytes of batches that users wrote. */
  public long bytesWritten() {
    return figures.writes().bytes();
  }

  /** Bytes of tables that flushes wrote. */
  public long bytesFlushed() {
    return figures.writes().bytesFlushed();
  }

  /** Bytes of tables that compactions wrote. */
  public long bytesCompacted() {
    return figures.writes().bytesCompacted();
  }

  /** Nanoseconds that writers were paused because compactions were behind. */
  public long writersPausedNanos() {
    return figures.writes().pausedNanos();
  }

  /** Bytes that the memtables, written to and waiting to be flushed, take in memory. */
  public long memTableBytes() {
    return figures.memTableBytes();
  }

  /** Entries of all tables, deletes and overwritten ones included. */
  public long entries() {
    return figures.contents().entries();
  }

  /**
   * Entries of all tables that are marked dead: deletes that were applied, and what they covered.
   * They go with the next rewriting of their tables.
   */
  public long deadEntries() {
    return figures.contents().deadEntries();
  }

  /**
   * Deletes that are gone for good: dropped by a flush or a compaction because nothing older could
   * be left, or applied to all that they covered.
   */
  public long tombstonesElided() {
    return figures.deletes().elided();
  }

  /** Fingerprints that filters have let go of, each after its key was found in the table. */
  public long filterRemovals() {
    return figures.deletes().filterRemovals();
  }

  /**
   * Data blocks that the delete applier has read from files; {@link #blockReads} counts them too.
   */
  public long applierBlockReads() {
    return figures.deletes().applierBlockReads();
  }

  /** Data blocks that gets and cursors did not read since nothing in them is alive. */
  public long deadBlocksSkipped() {
    return figures.blocks().deadSkipped();
  }

  /** Tables that were written anew alone, or dropped, for their dead entries. */
  public long garbageRewrites() {
    return figures.deletes().garbageRewrites();
  }

  /** Bytes of sidecars, which say what is dead, written so far. */
  public long sidecarBytesWritten() {
    return figures.deletes().sidecarBytes();
  }

  /**
   * The share of gets of absent keys, from 0 to 1, for which a filter is expected to say "maybe",
   * as the filters are now. It falls as deletes take fingerprints out of them.
   */
  public double falsePositiveRate() {
    return figures.filters().falsePositiveRate();
  }

  /** Deletes among the entries of all tables that are not dead yet. */
  public long tombstones() {
    return figures.contents().tombstones();
  }

  /** Range deletes in force: in memory, or over tables that may still hold something they cover. */
  public long rangeDeletes() {
    return figures.contents().rangeDeletes();
  }

  /** The number of tables of each level, youngest level first. */
  public int[] tablesPerLevel() {
    return figures.contents().tablesPerLevel().clone();
  }

  /** The bytes of the table files of each level, youngest level first. */
  public long[] bytesPerLevel() {
    return figures.contents().bytesPerLevel().clone();
  }

  /** Bytes of all table files. */
  public long tableBytes() {
    return Arrays.stream(figures.contents().bytesPerLevel()).sum();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "%-8s %8s %12s%n", "level", "tables", "MiB"));
    for (int level = 0; level < figures.contents().tablesPerLevel().length; level++) {
      if (figures.contents().tablesPerLevel()[level] > 0) {
        text.append(
            String.format(
                Locale.ROOT,
                "L%-7d %8d %12.2f%n",
                level,
                figures.contents().tablesPerLevel()[level],
                figures.contents().bytesPerLevel()[level] / MIB));
      }
    }
    line(text, "entries in tables", entries());
    line(text, "  of which dead", deadEntries());
    line(text, "  live deletes", tombstones());
    line(text, "deletes elided", tombstonesElided());
    line(text, "filter removals", filterRemovals());
    line(text, "garbage rewrites", garbageRewrites());
    line(text, "applier block reads", applierBlockReads());
    line(text, "dead blocks skipped", deadBlocksSkipped());
    line(text, "range deletes", rangeDeletes());
    line(text, "memtable bytes", memTableBytes());
    line(text, "block reads", blockReads());
    line(text, "block cache hits", blockCacheHits());
    line(text, "block cache bytes", blockCacheBytes());
    line(text, "filter probes", filterProbes());
    line(text, "  negative", filterNegatives());
    line(text, "  false positive", filterFalsePositives());
    text.append(
        String.format(Locale.ROOT, "%-22s %,18.2f%n", "filter bits per key", filterBitsPerKey()));
    text.append(
        String.format(
            Locale.ROOT, "%-22s %18.4f%n", "false positives, %", 100 * falsePositiveRate()));
    line(text, "bytes written", bytesWritten());
    line(text, "bytes flushed", bytesFlushed());
    line(text, "bytes compacted", bytesCompacted());
    line(text, "sidecar bytes", sidecarBytesWritten());
    line(text, "writers paused, ms", writersPausedNanos() / 1_000_000);
    return text.toString();
  }

  private static void line(StringBuilder text, String name, long value) {
    text.append(String.format(Locale.ROOT, "%-22s %,18d%n", name, value));
  }
}
