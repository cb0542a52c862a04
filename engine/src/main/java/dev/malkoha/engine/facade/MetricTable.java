package dev.malkoha.engine.facade;

import dev.malkoha.engine.Metric;
import dev.malkoha.engine.Metric.Kind;
import dev.malkoha.engine.Metric.Sample;
import dev.malkoha.engine.Metric.Unit;
import dev.malkoha.engine.compaction.ValueShares;
import dev.malkoha.engine.events.WaitCause;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.observe.LatencyHistogram;
import dev.malkoha.engine.observe.Observed;
import dev.malkoha.engine.observe.Operation;
import dev.malkoha.engine.observe.SpanKind;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.resource.HeapUse;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.BlockCache;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The table of metrics: each is told in one row, with its kind and unit, its name, its meaning and
 * how it is computed. Counts are since the store was opened.
 */
final class MetricTable {

  private static final double[] QUANTILES = {0.5, 0.9, 0.99, 0.999};

  /** Bounds in nanoseconds: from a microsecond to ten seconds, three to a power of ten. */
  private static final long[] BUCKETS =
      LongStream.concat(
              LongStream.iterate(1_000, power -> power < 10_000_000_000L, power -> power * 10)
                  .flatMap(power -> LongStream.of(power, 5 * power / 2, 5 * power)),
              LongStream.of(10_000_000_000L))
          .toArray();

  private final Map<String, Metric> metrics = new LinkedHashMap<>();
  private final Collection<Tree> trees;
  private final Tree any;
  private final Observed observed;

  /** Creates an empty table of the figures of some trees, and of the store that they are in. */
  MetricTable(Collection<Tree> trees) {
    this.trees = trees;
    any = trees.iterator().next();
    observed = any.observer().observed();
  }

  /** Adds the metrics of keyspaces, which are summed up over the trees; returns how many. */
  int addKeyspaces() {
    List<ReadView> views = trees.stream().map(Tree::view).toList();
    List<Version> versions = views.stream().map(ReadView::version).toList();
    List<Table> tables = versions.stream().flatMap(version -> version.tables().stream()).toList();
    List<ValueShares> values = versions.stream().map(MetricTable::valueShares).toList();
    long filterBytes = sum(tables, table -> table.reader().filter().sizeBytes());
    long entries = sum(tables, table -> table.meta().entries());

    counted("gets", "Look-ups of a key", Count.GETS);
    counted("scans", "Ways to the first entry, the last one, or a key", Count.SCANS);
    counted("puts", "Puts of a key", Count.PUTS);
    counted("deletes", "Deletes of a key", Count.DELETES);
    counted("deletes.of.ranges", "Deletes of a range", Count.RANGE_DELETES);
    counted(
        "conflicts",
        "Transactions and changes of a key that others were in the way of",
        Count.CONFLICTS);
    counted("retries", "Transactions and changes of a key that began again", Count.RETRIES);
    counted("filter.probes", "Table filters asked by gets", Count.FILTER_PROBES);
    counted("filter.negatives", "Filters that said: absent", Count.FILTER_NEGATIVES);
    counted(
        "filter.false.positives",
        "Filters that said: maybe, where the table had no entry of the key",
        Count.FILTER_FALSE_POSITIVES);
    counted(
        "filter.prefix.negatives",
        "Tables that scans left out, for nothing in them has the prefix that is sought",
        Count.PREFIX_NEGATIVES);
    add(
        "filter.false.positive.rate",
        Kind.GAUGE,
        Unit.NONE,
        "The share of gets of absent keys for which some filter is expected to say: maybe",
        mean(versions, MetricTable::entries, MetricTable::falsePositiveRate));
    bytes("filter.size", "What all filters take in memory", filterBytes);
    bytes(
        "index.size",
        "What all indexes take in memory, and the vectors of dead entries",
        sum(tables, table -> table.reader().heapBytes()) - filterBytes);
    gauge(
        "filter.keys",
        "Keys that all filters hold, and prefixes",
        sum(tables, table -> table.reader().filter().keys()));
    counted("filter.removals", "Fingerprints that filters let go of", Count.FILTER_REMOVALS);
    gauge("table.entries", "Entries of all tables, dead ones included", entries);
    gauge(
        "table.dead.entries",
        "Entries of all tables that are marked dead",
        sum(tables, Table::deadEntries));
    gauge(
        "table.deletes",
        "Deletes of all tables that are not marked dead",
        sum(tables, Table::liveTombstones));
    gauge("range.deletes", "Range deletes in force", sum(views, ReadView::rangeDeletes));
    byLevel(
        "level.tables",
        Unit.NONE,
        "Tables of a level",
        level -> sum(versions, version -> version.level(level).size()));
    byLevel(
        "level.size",
        Unit.BYTES,
        "Table files of a level",
        level -> sum(versions, version -> version.bytes(level)));
    gauge(
        "value.files",
        "Value files, which hold values apart from their keys",
        sum(values, shares -> shares.bytes().size()));
    bytes("value.files.size", "Value files", sum(values, ValueShares::fileBytes));
    bytes(
        "value.files.live",
        "Bytes of value files that tables point to",
        sum(values, ValueShares::liveBytes));
    bytes("memtable.size", "What memtables take in memory", sum(views, MetricTable::memTableBytes));
    gauge(
        "memtables.waiting",
        "Memtables that wait to be flushed",
        sum(views, view -> view.frozen().size()));
    countedBytes("user.written", "Batches that users wrote", Count.BYTES_WRITTEN);
    countedBytes("flush.written", "Tables and value files that flushes wrote", Count.BYTES_FLUSHED);
    countedBytes(
        "compaction.written",
        "Tables and value files that compactions wrote",
        Count.BYTES_COMPACTED);
    countedBytes("sidecar.written", "Sidecars, which say what is dead", Count.SIDECAR_BYTES);
    counted("deletes.elided", "Deletes that are gone for good", Count.DELETES_ELIDED);
    counted(
        "applier.block.reads",
        "Data blocks that the delete applier read from files",
        Count.APPLIER_BLOCK_READS);
    counted(
        "garbage.rewrites",
        "Tables rewritten alone, or dropped, for what is dead in them",
        Count.GARBAGE_REWRITES);
    gauge("keyspaces", "Keyspaces that the other figures are of", trees.size());
    seconds(
        "writers.paused.time",
        "Time that writers were paused because compactions were behind",
        sum(trees, tree -> tree.throttle().pausedNanos()));
    return metrics.size();
  }

  /** Adds the metrics of the whole store; returns all of them, in the order of the rows. */
  Map<String, Metric> addStore() {
    BlockCache cache = any.files().cache();
    HeapUse heap = any.files().resources().heap();

    counter("block.reads", "Data blocks read from files", cache.blockReads());
    counter("block.cache.hits", "Data blocks found in the block cache", cache.cacheHits());
    bytes("block.cache", "What the block cache holds", cache.usedBytes());
    counter(
        "dead.blocks.skipped",
        "Data blocks not read since nothing in them is alive",
        cache.deadBlocksSkipped());
    bytes(
        "memory.max",
        "What block cache, memtables, filters and indexes may take in memory, of all stores"
            + " that share them",
        heap.bytesMax());
    bytes("memory.heap", "The largest that the heap can be", heap.heapBytes());
    runs("flush", "Flushes", SpanKind.FLUSH);
    time("flush", "Time in flushes", SpanKind.FLUSH);
    runs("compaction", "Compactions, moves and drops of tables", SpanKind.COMPACTION);
    time("compaction", "Time in compactions", SpanKind.COMPACTION);
    runs("applier", "Runs of the delete applier", SpanKind.DELETES);
    time("applier", "Time in runs of the delete applier", SpanKind.DELETES);
    runs("checkpoint", "Checkpoints taken", SpanKind.CHECKPOINT);
    runs("log.force", "Forces of the log", SpanKind.FORCE);
    time("log.force", "Time in forces of the log", SpanKind.FORCE);
    writtenBytes("log.forced", "Log made durable", observed.forcedBytes());
    byCause(
        "stall.runs",
        Unit.NONE,
        "Times a writer was made to wait, by cause",
        times -> (double) times.total());
    byCause(
        "stall.time",
        Unit.SECONDS,
        "Time writers waited, by cause",
        times -> times.sumNanos() / 1e9);
    waits("throttle", "slowed down for compactions", WaitCause.LEVEL0, WaitCause.DEBT);
    waits("memtables", "for memtables to be flushed", WaitCause.MEMTABLES);
    waits("memory", "for memory for memtables", WaitCause.MEMORY);
    waits("log", "for the next segment of the log", WaitCause.LOG);
    waits("lock", "for others that write", WaitCause.LOCK);
    waits("force", "for the log to be durable", WaitCause.FORCE);
    waits("other", "for ingestions and disk space", WaitCause.INGESTION, WaitCause.DISK_SPACE);
    gauge("writers.waiting", "Writers that wait at the moment", observed.waiting());
    gauge("snapshots.open", "Moments that open snapshots hold", any.openSnapshots().length);
    gauge(
        "sealed",
        "Whether a failure has ended writing: 1 if so, else 0",
        observed.sealed() ? 1 : 0);
    gauge(
        "files.damaged",
        "Files that background work has found damaged and leaves alone",
        observed.damagedFiles());
    timed("get.time", "Times of look-ups, of one in 64", Operation.GET);
    timed("put.time", "Times of writes, of one in 64", Operation.PUT);
    timed("scan.time", "Times of seeks, of one in 64", Operation.SCAN);
    return metrics;
  }

  private void counted(String name, String meaning, Count what) {
    counter(name, meaning, sum(trees, tree -> tree.counts().sum(what)));
  }

  private void countedBytes(String name, String meaning, Count what) {
    writtenBytes(name, meaning, sum(trees, tree -> tree.counts().sum(what)));
  }

  private void writtenBytes(String name, String meaning, long value) {
    add(name, Kind.COUNTER, Unit.BYTES, meaning, (double) value);
  }

  private void counter(String name, String meaning, long value) {
    add(name, Kind.COUNTER, Unit.NONE, meaning, (double) value);
  }

  private void gauge(String name, String meaning, long value) {
    add(name, Kind.GAUGE, Unit.NONE, meaning, (double) value);
  }

  private void bytes(String name, String meaning, long value) {
    add(name, Kind.GAUGE, Unit.BYTES, meaning, (double) value);
  }

  private void seconds(String name, String meaning, long nanos) {
    add(name, Kind.COUNTER, Unit.SECONDS, meaning, nanos / 1e9);
  }

  private void runs(String name, String meaning, SpanKind kind) {
    counter(name + ".runs", meaning, observed.of(kind).times());
  }

  private void time(String name, String meaning, SpanKind kind) {
    seconds(name + ".time", meaning, observed.of(kind).nanos());
  }

  private void byLevel(String name, Unit unit, String meaning, IntToLongFunction value) {
    List<Sample> samples =
        IntStream.range(0, Version.LEVELS)
            .mapToObj(
                level -> sample("level", String.valueOf(level), (double) value.applyAsLong(level)))
            .toList();
    add(new Metric(name, Kind.GAUGE, unit, meaning, samples, null));
  }

  /** Adds up the causes that events tell, too. */
  private void byCause(
      String name, Unit unit, String meaning, ToDoubleFunction<LatencyHistogram.Counts> value) {
    List<Sample> samples =
        EnumSet.range(WaitCause.MEMTABLES, WaitCause.DISK_SPACE).stream()
            .map(
                cause ->
                    sample(
                        "cause",
                        cause.name().toLowerCase(Locale.ROOT),
                        value.applyAsDouble(observed.of(List.of(cause)))))
            .toList();
    add(new Metric(name, Kind.COUNTER, unit, meaning, samples, null));
  }

  private static Sample sample(String label, String of, double value) {
    return new Sample(Map.of(label, of), value);
  }

  private void add(String name, Kind kind, Unit unit, String meaning, double value) {
    add(new Metric(name, kind, unit, meaning, List.of(new Sample(Map.of(), value)), null));
  }

  private void waits(String name, String what, WaitCause... causes) {
    String meaning = "Times that writers waited " + what;
    times("wait." + name + ".time", meaning, observed.of(List.of(causes)));
  }

  private void timed(String name, String meaning, Operation operation) {
    LatencyHistogram.Counts times = observed.operations().get(operation);
    if (times != null) {
      times(name, meaning, times);
    }
  }

  private void times(String name, String meaning, LatencyHistogram.Counts times) {
    SortedMap<Double, Double> quantiles = new TreeMap<>();
    for (double share : QUANTILES) {
      quantiles.put(share, times.quantileNanos(share) / 1e9);
    }
    SortedMap<Double, Long> buckets = new TreeMap<>();
    for (long bound : BUCKETS) {
      buckets.put(bound / 1e9, times.upTo(bound));
    }
    Metric.Distribution spread =
        new Metric.Distribution(
            times.total(), times.sumNanos() / 1e9, times.maxNanos() / 1e9, quantiles, buckets);
    add(new Metric(name, Kind.HISTOGRAM, Unit.SECONDS, meaning, List.of(), spread));
  }

  private void add(Metric metric) {
    metrics.put(metric.name(), metric);
  }

  private static <T> long sum(Collection<T> parts, ToLongFunction<T> figure) {
    return parts.stream().mapToLong(figure).sum();
  }

  /** Returns the mean over parts, large ones counting for more; 0 without any. */
  private static <T> double mean(
      Collection<T> parts, ToLongFunction<T> weight, ToDoubleFunction<T> figure) {
    double all = (double) sum(parts, weight);
    double weighted =
        parts.stream()
            .mapToDouble(part -> (double) weight.applyAsLong(part) * figure.applyAsDouble(part))
            .sum();
    return all == 0 ? 0 : weighted / all;
  }

  private static long entries(Version version) {
    return sum(version.tables(), table -> table.meta().entries());
  }

  /**
   * Returns the chance that a filter says "maybe" to a get of an absent key: of each run one table
   * is asked, taken to be any of them.
   */
  private static double falsePositiveRate(Version version) {
    double allSayAbsent = 1;
    for (SortedRun run : version.runs()) {
      allSayAbsent *=
          1
              - mean(
                  run.tables(),
                  table -> table.meta().entries(),
                  table -> table.reader().filter().expectedFalsePositiveRate());
    }
    return 1 - allSayAbsent;
  }

  private static ValueShares valueShares(Version version) {
    return ValueShares.of(version.tables().stream().map(Table::meta).toList());
  }

  private static long memTableBytes(ReadView view) {
    long frozen = view.frozen().stream().mapToLong(table -> table.table().memoryTaken()).sum();
    return view.active().memoryTaken() + frozen;
  }
}
