package dev.malkoha.engine.store;

import dev.malkoha.engine.read.ReadCounters;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.BlockCache;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** What a store counts and holds, taken at one moment. Counts are since the store was opened. */
public final class StoreFigures {

  // Data blocks.
  public final long blockReads;
  public final long blockCacheHits;
  public final long blockCacheBytes;
  public final long deadBlocksSkipped;

  // Filters asked by gets, and what they are.
  public final long filterProbes;
  public final long filterNegatives;
  public final long filterFalsePositives;
  public final double falsePositiveRate;
  public final long filterBytes;
  public final long filterKeys;

  // What users, flushes and compactions have written, and how long users were paused for it.
  public final long bytesWritten;
  public final long bytesFlushed;
  public final long bytesCompacted;
  public final long pausedNanos;

  // What deletes have led to.
  public final long deletesElided;
  public final long filterRemovals;
  public final long applierBlockReads;
  public final long sidecarBytes;
  public final long garbageRewrites;

  // What memtables and tables hold. The arrays are the reader's not to change.
  public final long memTableBytes;
  public final long entries;
  public final long deadEntries;
  public final long tombstones;
  public final long rangeDeletes;
  public final int[] tablesPerLevel;
  public final long[] bytesPerLevel;

  StoreFigures(Tree tree) {
    BlockCache cache = tree.files().cache();
    blockReads = cache.blockReads();
    blockCacheHits = cache.cacheHits();
    blockCacheBytes = cache.usedBytes();
    deadBlocksSkipped = cache.deadBlocksSkipped();
    ReadCounters reads = tree.reads();
    filterProbes = reads.probes().sum();
    filterNegatives = reads.negatives().sum();
    filterFalsePositives = reads.falsePositives().sum();
    TreeCounters counters = tree.counters();
    bytesWritten = counters.bytesWritten.sum();
    bytesFlushed = counters.bytesFlushed.sum();
    bytesCompacted = counters.bytesCompacted.sum();
    pausedNanos = tree.throttle().pausedNanos();
    deletesElided = counters.deletesElided.sum();
    filterRemovals = counters.filterRemovals.sum();
    applierBlockReads = counters.applierBlockReads.sum();
    sidecarBytes = counters.sidecarBytes.sum();
    garbageRewrites = counters.garbageRewrites.sum();
    ReadView view = tree.view();
    memTableBytes = memTableBytes(view);
    rangeDeletes = view.rangeDeletes();
    Version version = view.version();
    falsePositiveRate = falsePositiveRate(version);
    filterBytes = sum(version, table -> table.reader().filter().sizeBytes());
    filterKeys = sum(version, table -> table.reader().filter().keys());
    entries = sum(version, table -> table.meta().entries());
    deadEntries = sum(version, Table::deadEntries);
    tombstones = sum(version, Table::liveTombstones);
    tablesPerLevel =
        IntStream.range(0, Version.LEVELS).map(level -> version.level(level).size()).toArray();
    bytesPerLevel = IntStream.range(0, Version.LEVELS).mapToLong(version::bytes).toArray();
  }

  private static long sum(Version version, ToLongFunction<Table> figure) {
    return version.tables().stream().mapToLong(figure).sum();
  }

  /**
   * The chance that a filter says "maybe" to a get of an absent key: of each run one table is
   * asked, taken to be any of them.
   */
  private static double falsePositiveRate(Version version) {
    double allSayAbsent = 1;
    for (SortedRun run : version.runs()) {
      allSayAbsent *= 1 - meanRate(run.tables());
    }
    return 1 - allSayAbsent;
  }

  /** The mean over a run's tables, large ones counting for more; 0 without tables. */
  private static double meanRate(List<Table> tables) {
    double sum = 0;
    double entries = 0;
    for (Table table : tables) {
      sum += table.meta().entries() * table.reader().filter().expectedFalsePositiveRate();
      entries += table.meta().entries();
    }
    return entries == 0 ? 0 : sum / entries;
  }

  private static long memTableBytes(ReadView view) {
    long frozen = view.frozen().stream().mapToLong(table -> table.table().memoryUsed()).sum();
    return view.active().memoryUsed() + frozen;
  }
}
