package dev.malkoha.engine.store;

import dev.malkoha.engine.read.ReadCounters;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.version.Level;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.BlockCache;
import java.util.List;

/** What a store counts and holds, taken at one moment. */
@SuppressWarnings("ArrayRecordComponent") // made for one caller, who owns the arrays
public record StoreFigures(
    long blockReads,
    long blockCacheHits,
    long blockCacheBytes,
    long filterProbes,
    long filterNegatives,
    long filterFalsePositives,
    double falsePositiveRate,
    long filterBytes,
    long filterKeys,
    long bytesWritten,
    long bytesFlushed,
    long bytesCompacted,
    long writersPausedNanos,
    long memTableBytes,
    long entries,
    long deadEntries,
    long tombstones,
    long deadBlocksSkipped,
    DeletionFigures deletions,
    int[] tablesPerLevel,
    long[] bytesPerLevel,
    long rangeDeletes) {

  /** What writes and background work have done since the store was opened. */
  record Written(
      long bytesWritten,
      long bytesFlushed,
      long bytesCompacted,
      long writersPausedNanos,
      DeletionFigures deletions) {

    /** Of a store that is only read. */
    static final Written NOTHING = new Written(0, 0, 0, 0, DeletionFigures.NOTHING);
  }

  static StoreFigures of(BlockCache cache, StoreReader reader, Written written) {
    ReadView view = reader.view();
    ReadCounters reads = reader.counters();
    Version version = view.version();
    List<Table> tables = version.tables();
    return new StoreFigures(
        cache.blockReads(),
        cache.cacheHits(),
        cache.usedBytes(),
        reads.probes(),
        reads.negatives(),
        reads.falsePositives(),
        falsePositiveRate(version),
        tables.stream().mapToLong(table -> table.reader().filter().sizeBytes()).sum(),
        tables.stream().mapToLong(table -> table.reader().filter().keys()).sum(),
        written.bytesWritten(),
        written.bytesFlushed(),
        written.bytesCompacted(),
        written.writersPausedNanos(),
        memTableBytes(view),
        tables.stream().mapToLong(table -> table.meta().entries()).sum(),
        tables.stream().mapToLong(Table::deadEntries).sum(),
        tables.stream().mapToLong(Table::liveTombstones).sum(),
        cache.deadBlocksSkipped(),
        written.deletions(),
        tablesPerLevel(version),
        bytesPerLevel(version),
        view.rangeDeletes());
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

  private static int[] tablesPerLevel(Version version) {
    int[] tables = new int[Version.LEVELS];
    for (int level = 0; level < tables.length; level++) {
      tables[level] = version.level(level).size();
    }
    return tables;
  }

  private static long[] bytesPerLevel(Version version) {
    long[] bytes = new long[Version.LEVELS];
    for (int i = 0; i < bytes.length; i++) {
      Level level = version.level(i);
      bytes[i] = level.bytes();
    }
    return bytes;
  }
}
