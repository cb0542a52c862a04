package dev.malkoha.engine.store;

import dev.malkoha.engine.deletion.DeletionStats;
import dev.malkoha.engine.read.ReadCounters;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.BlockCache;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a store counts and holds, taken at one moment. Counts are since the store was opened.
 *
 * @param memTableBytes of memory, frozen memtables included
 */
public record StoreFigures(
    Blocks blocks,
    Filters filters,
    Writes writes,
    Deletes deletes,
    Contents contents,
    long memTableBytes) {

  /** Data blocks read. */
  public record Blocks(long read, long cacheHits, long cacheBytes, long deadSkipped) {}

  /** Filters asked by gets, and what they are. */
  public record Filters(
      long probes,
      long negatives,
      long falsePositives,
      double falsePositiveRate,
      long bytes,
      long keys) {}

  /** What users, flushes and compactions have written, and how long users were paused for it. */
  public record Writes(long bytes, long bytesFlushed, long bytesCompacted, long pausedNanos) {

    /** Of a store that is only read. */
    static final Writes NOTHING = new Writes(0, 0, 0, 0);
  }

  /**
   * What deletes have led to.
   *
   * @param elided deletes that are gone for good
   * @param filterRemovals fingerprints that filters have let go of
   * @param applierBlockReads blocks that the applier has read from files
   * @param sidecarBytes bytes of sidecars
   * @param garbageRewrites tables written anew, or dropped, for their dead entries
   */
  public record Deletes(
      long elided,
      long filterRemovals,
      long applierBlockReads,
      long sidecarBytes,
      long garbageRewrites) {

    static Deletes of(DeletionStats stats) {
      return new Deletes(
          stats.elided().sum(),
          stats.removals().sum(),
          stats.blockReads().sum(),
          stats.sidecarBytes().sum(),
          stats.garbageRewrites().sum());
    }
  }

  /** What the tables hold. */
  @SuppressWarnings("ArrayRecordComponent") // made for one caller, who owns the arrays
  public record Contents(
      long entries,
      long deadEntries,
      long tombstones,
      long rangeDeletes,
      int[] tablesPerLevel,
      long[] bytesPerLevel) {}

  static StoreFigures of(Tree tree, Writes writes, Deletes deletes) {
    ReadView view = tree.view();
    BlockCache cache = tree.files().cache();
    return new StoreFigures(
        new Blocks(
            cache.blockReads(), cache.cacheHits(), cache.usedBytes(), cache.deadBlocksSkipped()),
        filters(tree.counters(), view.version()),
        writes,
        deletes,
        contents(view),
        memTableBytes(view));
  }

  private static Filters filters(ReadCounters reads, Version version) {
    List<Table> tables = version.tables();
    return new Filters(
        reads.probes().sum(),
        reads.negatives().sum(),
        reads.falsePositives().sum(),
        falsePositiveRate(version),
        tables.stream().mapToLong(table -> table.reader().filter().sizeBytes()).sum(),
        tables.stream().mapToLong(table -> table.reader().filter().keys()).sum());
  }

  private static Contents contents(ReadView view) {
    Version version = view.version();
    List<Table> tables = version.tables();
    return new Contents(
        tables.stream().mapToLong(table -> table.meta().entries()).sum(),
        tables.stream().mapToLong(Table::deadEntries).sum(),
        tables.stream().mapToLong(Table::liveTombstones).sum(),
        view.rangeDeletes(),
        IntStream.range(0, Version.LEVELS).map(level -> version.level(level).size()).toArray(),
        IntStream.range(0, Version.LEVELS).mapToLong(version::bytes).toArray());
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
