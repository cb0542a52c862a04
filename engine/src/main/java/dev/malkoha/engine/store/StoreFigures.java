package dev.malkoha.engine.store;

import dev.malkoha.engine.compaction.ValueShares;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.observe.Observed;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.resource.HeapUse;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.BlockCache;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * What trees of a store count and hold, taken at one moment. Counts are since the store was opened.
 */
public final class StoreFigures {

  // Data blocks.
  public final long blockReads;
  public final long blockCacheHits;
  public final long blockCacheBytes;
  public final long deadBlocksSkipped;

  // What filters are.
  public final double falsePositiveRate;
  public final long filterBytes;
  public final long filterKeys;

  // What open tables keep in memory beside filters, and what all that may come to.
  public final long indexBytes;
  public final long memoryBytesMax;
  public final long heapBytes;

  // How long users were paused for what they have written.
  public final long pausedNanos;

  private final Map<Count, Long> counts = new EnumMap<>(Count.class);

  // What memtables and tables hold. The arrays are the reader's not to change.
  public final long memTableBytes;
  public final int frozenMemTables;
  public final long entries;
  public final long deadEntries;
  public final long tombstones;
  public final long rangeDeletes;
  public final int[] tablesPerLevel;
  public final long[] bytesPerLevel;
  public final long valueFiles;
  public final long valueFileBytes;
  public final long valueLiveBytes;

  /** How many trees these are. */
  public final int keyspaces;

  // Figures of the whole store, whichever trees the others are of.
  public final int openSnapshots;
  public final Observed observed;

  /** Adds up what trees of one store count and hold. */
  StoreFigures(Collection<Tree> trees) {
    Tree any = trees.iterator().next();
    BlockCache cache = any.files().cache();
    blockReads = cache.blockReads();
    blockCacheHits = cache.cacheHits();
    blockCacheBytes = cache.usedBytes();
    deadBlocksSkipped = cache.deadBlocksSkipped();
    HeapUse heap = any.files().resources().heap();
    memoryBytesMax = heap.bytesMax();
    heapBytes = heap.heapBytes();
    for (Count what : Count.values()) {
      counts.put(what, sum(trees, tree -> tree.counts().sum(what)));
    }
    pausedNanos = sum(trees, tree -> tree.throttle().pausedNanos());
    List<ReadView> views = trees.stream().map(Tree::view).toList();
    keyspaces = trees.size();
    openSnapshots = any.openSnapshots().length;
    observed = any.observer().observed();
    memTableBytes = sum(views, StoreFigures::memTableBytes);
    frozenMemTables = (int) sum(views, view -> view.frozen().size());
    rangeDeletes = sum(views, ReadView::rangeDeletes);
    List<Version> versions = views.stream().map(ReadView::version).toList();
    List<Table> tables = versions.stream().flatMap(version -> version.tables().stream()).toList();
    filterBytes = sum(tables, table -> table.reader().filter().sizeBytes());
    indexBytes = sum(tables, table -> table.reader().heapBytes()) - filterBytes;
    filterKeys = sum(tables, table -> table.reader().filter().keys());
    entries = sum(tables, table -> table.meta().entries());
    deadEntries = sum(tables, Table::deadEntries);
    tombstones = sum(tables, Table::liveTombstones);
    falsePositiveRate = meanFalsePositiveRate(versions, entries);
    tablesPerLevel =
        IntStream.range(0, Version.LEVELS)
            .map(level -> (int) sum(versions, version -> version.level(level).size()))
            .toArray();
    bytesPerLevel =
        IntStream.range(0, Version.LEVELS)
            .mapToLong(level -> sum(versions, version -> version.bytes(level)))
            .toArray();
    List<ValueShares> shares = versions.stream().map(StoreFigures::shares).toList();
    valueFiles = sum(shares, of -> of.bytes().size());
    valueFileBytes = sum(shares, ValueShares::fileBytes);
    valueLiveBytes = sum(shares, ValueShares::liveBytes);
  }

  /** What was counted. */
  public long of(Count what) {
    return counts.getOrDefault(what, 0L);
  }

  private static ValueShares shares(Version version) {
    return ValueShares.of(version.tables().stream().map(Table::meta).toList());
  }

  private static <T> long sum(Collection<T> parts, ToLongFunction<T> figure) {
    return parts.stream().mapToLong(figure).sum();
  }

  /** The mean over trees, large ones counting for more; 0 without tables. */
  private static double meanFalsePositiveRate(List<Version> versions, long entries) {
    double sum = 0;
    for (Version version : versions) {
      sum += sum(version.tables(), table -> table.meta().entries()) * falsePositiveRate(version);
    }
    return entries == 0 ? 0 : sum / entries;
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
    long frozen = view.frozen().stream().mapToLong(table -> table.table().memoryTaken()).sum();
    return view.active().memoryTaken() + frozen;
  }
}
