package dev.malkoha.engine;

import dev.malkoha.engine.store.StoreFigures;
import java.util.Arrays;
import java.util.Formatter;
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
    return figures.blockReads;
  }

  /** Data blocks found in the block cache. */
  public long blockCacheHits() {
    return figures.blockCacheHits;
  }

  /** Bytes the block cache holds. */
  public long blockCacheBytes() {
    return figures.blockCacheBytes;
  }

  /** Table filters asked by gets. */
  public long filterProbes() {
    return figures.filterProbes;
  }

  /** Filters that said "absent", so that no block was looked for. */
  public long filterNegatives() {
    return figures.filterNegatives;
  }

  /** Filters that said "maybe" where the table then had no entry of the key. */
  public long filterFalsePositives() {
    return figures.filterFalsePositives;
  }

  /** Bytes of all filters, headers and padding included; all are in memory. */
  public long filterBytes() {
    return figures.filterBytes;
  }

  /** Bits of filter for each key held by a filter, over all tables; 0 without tables. */
  public double filterBitsPerKey() {
    return figures.filterKeys == 0 ? 0 : 8.0 * figures.filterBytes / figures.filterKeys;
  }

  /** Bytes of batches that users wrote. */
  public long bytesWritten() {
    return figures.bytesWritten;
  }

  /** Bytes of tables that flushes wrote. */
  public long bytesFlushed() {
    return figures.bytesFlushed;
  }

  /** Bytes of tables that compactions wrote. */
  public long bytesCompacted() {
    return figures.bytesCompacted;
  }

  /** Nanoseconds that writers were paused because compactions were behind. */
  public long writersPausedNanos() {
    return figures.pausedNanos;
  }

  /** Bytes that the memtables, written to and waiting to be flushed, take in memory. */
  public long memTableBytes() {
    return figures.memTableBytes;
  }

  /** Entries of all tables, deletes and overwritten ones included. */
  public long entries() {
    return figures.entries;
  }

  /**
   * Entries of all tables that are marked dead: deletes that were applied, and what they covered.
   * They go with the next rewriting of their tables.
   */
  public long deadEntries() {
    return figures.deadEntries;
  }

  /**
   * Deletes that are gone for good: dropped by a flush or a compaction because nothing older could
   * be left, or applied to all that they covered.
   */
  public long tombstonesElided() {
    return figures.deletesElided;
  }

  /** Fingerprints that filters have let go of, each after its key was found in the table. */
  public long filterRemovals() {
    return figures.filterRemovals;
  }

  /**
   * Data blocks that the delete applier has read from files; {@link #blockReads} counts them too.
   */
  public long applierBlockReads() {
    return figures.applierBlockReads;
  }

  /** Data blocks that gets and cursors did not read since nothing in them is alive. */
  public long deadBlocksSkipped() {
    return figures.deadBlocksSkipped;
  }

  /** Tables that were written anew alone, or dropped, for their dead entries. */
  public long garbageRewrites() {
    return figures.garbageRewrites;
  }

  /** Bytes of sidecars, which say what is dead, written so far. */
  public long sidecarBytesWritten() {
    return figures.sidecarBytes;
  }

  /**
   * The share of gets of absent keys, from 0 to 1, for which a filter is expected to say "maybe",
   * as the filters are now. It falls as deletes take fingerprints out of them.
   */
  public double falsePositiveRate() {
    return figures.falsePositiveRate;
  }

  /** Deletes among the entries of all tables that are not dead yet. */
  public long tombstones() {
    return figures.tombstones;
  }

  /** Range deletes in force: in memory, or over tables that may still hold something they cover. */
  public long rangeDeletes() {
    return figures.rangeDeletes;
  }

  /** The number of tables of each level, youngest level first. */
  public int[] tablesPerLevel() {
    return figures.tablesPerLevel.clone();
  }

  /** The bytes of the table files of each level, youngest level first. */
  public long[] bytesPerLevel() {
    return figures.bytesPerLevel.clone();
  }

  /** Bytes of all table files. */
  public long tableBytes() {
    return Arrays.stream(figures.bytesPerLevel).sum();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    Formatter out = new Formatter(text, Locale.ROOT);
    out.format("%-8s %8s %12s%n", "level", "tables", "MiB");
    for (int level = 0; level < figures.tablesPerLevel.length; level++) {
      if (figures.tablesPerLevel[level] > 0) {
        double mib = figures.bytesPerLevel[level] / MIB;
        out.format("L%-7d %8d %12.2f%n", level, figures.tablesPerLevel[level], mib);
      }
    }
    line(out, "entries in tables", entries());
    line(out, "  of which dead", deadEntries());
    line(out, "  live deletes", tombstones());
    line(out, "deletes elided", tombstonesElided());
    line(out, "filter removals", filterRemovals());
    line(out, "garbage rewrites", garbageRewrites());
    line(out, "applier block reads", applierBlockReads());
    line(out, "dead blocks skipped", deadBlocksSkipped());
    line(out, "range deletes", rangeDeletes());
    line(out, "memtable bytes", memTableBytes());
    line(out, "block reads", blockReads());
    line(out, "block cache hits", blockCacheHits());
    line(out, "block cache bytes", blockCacheBytes());
    line(out, "filter probes", filterProbes());
    line(out, "  negative", filterNegatives());
    line(out, "  false positive", filterFalsePositives());
    out.format("%-22s %,18.2f%n", "filter bits per key", filterBitsPerKey());
    out.format("%-22s %18.4f%n", "false positives, %", 100 * falsePositiveRate());
    line(out, "bytes written", bytesWritten());
    line(out, "bytes flushed", bytesFlushed());
    line(out, "bytes compacted", bytesCompacted());
    line(out, "sidecar bytes", sidecarBytesWritten());
    line(out, "writers paused, ms", writersPausedNanos() / 1_000_000);
    return text.toString();
  }

  private static void line(Formatter out, String name, long value) {
    out.format("%-22s %,18d%n", name, value);
  }
}
