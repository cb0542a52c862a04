package dev.malkoha.engine.facade;

import static dev.malkoha.engine.Problem.Kind.DAMAGE;

import module java.base;

import dev.malkoha.engine.Metric;
import dev.malkoha.engine.Metric.Kind;
import dev.malkoha.engine.Metric.Sample;
import dev.malkoha.engine.Metric.Unit;
import dev.malkoha.engine.compaction.ValueShares;
import dev.malkoha.engine.events.WaitCause;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.observe.LatencyHistogram;
import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.observe.Observer.Operation;
import dev.malkoha.engine.observe.Span;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.resource.HeapUse;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.BlockCache;
import org.jspecify.annotations.Nullable;

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
  private final Observer observer;

  /** Creates an empty table of the figures of some trees, and of the store that they are in. */
  MetricTable(Collection<Tree> trees) {
    this.trees = trees;
    any = trees.iterator().next();
    observer = any.observer();
  }

  /** Adds the metrics of keyspaces, which are summed up over the trees; returns how many. */
  int addKeyspaces() {
    List<ReadView> views = trees.stream().map(Tree::view).toList();
    List<Version> versions = views.stream().map(ReadView::version).toList();
    List<Table> tables = versions.stream().flatMap(version -> version.tables().stream()).toList();
    List<ValueShares> values = versions.stream().map(MetricTable::valueShares).toList();
    long filterBytes = sum(tables, table -> table.reader().filter().sizeBytes());
    long entries = sum(tables, table -> table.meta().entries());

    for (Count what : Count.values()) {
      long value = sum(trees, tree -> tree.counts().sum(what));
      row(what.metric, what.meaning).add(Kind.COUNTER, what.unit, (double) value);
    }
    row(
            "filter.false.positive.rate",
            "The share of gets of absent keys for which some filter is expected to say: maybe")
        .add(
            Kind.GAUGE,
            Unit.NONE,
            mean(versions, MetricTable::entries, MetricTable::falsePositiveRate));
    row("filter.size", "What all filters take in memory").bytes(filterBytes);
    row("index.size", "What all indexes take in memory, and the vectors of dead entries")
        .bytes(sum(tables, table -> table.reader().heapBytes()) - filterBytes);
    row("filter.keys", "Keys that all filters hold, and prefixes")
        .gauge(sum(tables, table -> table.reader().filter().keys()));
    row("table.entries", "Entries of all tables, dead ones included").gauge(entries);
    row("table.dead.entries", "Entries of all tables that are marked dead")
        .gauge(sum(tables, table -> table.meta().deadEntries()));
    row("table.deletes", "Deletes of all tables that are not marked dead")
        .gauge(sum(tables, table -> table.meta().liveTombstones()));
    row("table.expiring.entries", "Entries of all tables that expire at some time")
        .gauge(sum(tables, table -> table.expiries().count()));
    row("table.expired.entries", "Those of them that have expired, and whose space is to come back")
        .gauge(sum(tables, table -> table.expired(() -> any.timeIn(0))));
    row("range.deletes", "Range deletes in force").gauge(sum(views, ReadView::rangeDeletes));
    row("level.tables", "Tables of a level")
        .byLevel(Unit.NONE, level -> sum(versions, version -> version.level(level).size()));
    row("level.size", "Table files of a level")
        .byLevel(Unit.BYTES, level -> sum(versions, version -> version.bytes(level)));
    row("value.files", "Value files, which hold values apart from their keys")
        .gauge(sum(values, shares -> shares.bytes().size()));
    row("value.files.size", "Value files").bytes(sum(values, ValueShares::fileBytes));
    row("value.files.live", "Bytes of value files that tables point to")
        .bytes(sum(values, ValueShares::liveBytes));
    row("memtable.size", "What memtables take in memory")
        .bytes(sum(views, MetricTable::memTableBytes));
    row("memtables.waiting", "Memtables that wait to be flushed")
        .gauge(sum(views, view -> view.frozen().size()));
    row("keyspaces", "Keyspaces that the other figures are of").gauge(trees.size());
    row("writers.paused.time", "Time that writers were paused because compactions were behind")
        .seconds(sum(trees, tree -> tree.throttle().pausedNanos()));
    return metrics.size();
  }

  /** Adds the metrics of the whole store; returns all of them, in the order of the rows. */
  Map<String, Metric> addStore() {
    BlockCache cache = any.files().cache();
    HeapUse heap = any.files().resources().heap();

    row("block.reads", "Data blocks read from files").counter(cache.blockReads());
    row("block.cache.hits", "Data blocks found in the block cache").counter(cache.cacheHits());
    row("block.cache", "What the block cache holds").bytes(cache.usedBytes());
    row("dead.blocks.skipped", "Data blocks not read since nothing in them is alive")
        .counter(cache.deadBlocksSkipped());
    row(
            "memory.max",
            "What block cache, memtables, filters and indexes may take in memory, of all stores"
                + " that share them")
        .bytes(heap.bytesMax());
    row("memory.heap", "The largest that the heap can be").bytes(heap.heapBytes());
    work("flush", "Flushes", Span.Kind.FLUSH);
    work("compaction", "Compactions, moves and drops of tables", Span.Kind.COMPACTION);
    work("applier", "Runs of the delete applier", Span.Kind.DELETES);
    row("checkpoint.runs", "Checkpoints taken")
        .counter(observer.tally(Span.Kind.CHECKPOINT).times().sum());
    work("log.force", "Forces of the log", Span.Kind.FORCE);
    row("log.forced", "Log made durable")
        .add(Kind.COUNTER, Unit.BYTES, (double) observer.forcedBytes());
    row("stall.runs", "Times a writer was made to wait, by cause")
        .byCause(Unit.NONE, times -> (double) times.total());
    row("stall.time", "Time writers waited, by cause")
        .byCause(Unit.SECONDS, times -> times.sumNanos() / 1e9);
    waits("throttle", "slowed down for compactions", WaitCause.LEVEL0, WaitCause.DEBT);
    waits("memtables", "for memtables to be flushed", WaitCause.MEMTABLES);
    waits("memory", "for memory for memtables", WaitCause.MEMORY);
    waits("log", "for the next segment of the log", WaitCause.LOG);
    waits("lock", "for others that write", WaitCause.LOCK);
    waits("force", "for the log to be durable", WaitCause.FORCE);
    waits("other", "for ingestions and disk space", WaitCause.INGESTION, WaitCause.DISK_SPACE);
    row("writers.waiting", "Writers that wait at the moment").gauge(observer.waits().waiting());
    row("snapshots.open", "Moments that open snapshots hold")
        .gauge(any.snapshots().sequences().length);
    row("sealed", "Whether a failure has ended writing: 1 if so, else 0")
        .gauge(observer.isSealed() ? 1 : 0);
    row("files.damaged", "Files that background work has found damaged and leaves alone")
        .gauge(sum(observer.problems().values(), met -> met.kind() == DAMAGE ? 1 : 0));
    row("get.time", "Times of look-ups, of one in 64").times(observer.times(Operation.GET));
    row("put.time", "Times of writes, of one in 64").times(observer.times(Operation.PUT));
    row("scan.time", "Times of seeks, of one in 64").times(observer.times(Operation.SCAN));
    return metrics;
  }

  private void work(String name, String what, Span.Kind kind) {
    row(name + ".runs", what).counter(observer.tally(kind).times().sum());
    row(
            name + ".time",
            "Time in " + what.substring(0, 1).toLowerCase(Locale.ROOT) + what.substring(1))
        .seconds(observer.tally(kind).nanos().sum());
  }

  private void waits(String name, String what, WaitCause... causes) {
    row("wait." + name + ".time", "Times that writers waited " + what)
        .times(observer.waits().times(causes));
  }

  private Row row(String name, String meaning) {
    return new Row(name, meaning);
  }

  /** A row that gets its kind, its unit and its values. */
  private final class Row {

    private final String name;
    private final String meaning;

    Row(String name, String meaning) {
      this.name = name;
      this.meaning = meaning;
    }

    void counter(long value) {
      add(Kind.COUNTER, Unit.NONE, (double) value);
    }

    void seconds(long nanos) {
      add(Kind.COUNTER, Unit.SECONDS, nanos / 1e9);
    }

    void gauge(long value) {
      add(Kind.GAUGE, Unit.NONE, (double) value);
    }

    void bytes(long value) {
      add(Kind.GAUGE, Unit.BYTES, (double) value);
    }

    void add(Kind kind, Unit unit, double value) {
      add(kind, unit, List.of(new Sample(Map.of(), value)), null);
    }

    void byLevel(Unit unit, IntToLongFunction value) {
      List<Sample> samples = new ArrayList<>();
      for (int level = 0; level < Version.LEVELS; level++) {
        Map<String, String> label = Map.of("level", String.valueOf(level));
        samples.add(new Sample(label, (double) value.applyAsLong(level)));
      }
      add(Kind.GAUGE, unit, samples, null);
    }

    /** Adds a sample for each cause that events tell, too. */
    void byCause(Unit unit, ToDoubleFunction<LatencyHistogram.Counts> value) {
      List<Sample> samples = new ArrayList<>();
      for (WaitCause cause : EnumSet.range(WaitCause.MEMTABLES, WaitCause.DISK_SPACE)) {
        Map<String, String> label = Map.of("cause", cause.name().toLowerCase(Locale.ROOT));
        samples.add(new Sample(label, value.applyAsDouble(observer.waits().times(cause))));
      }
      add(Kind.COUNTER, unit, samples, null);
    }

    /** Adds a histogram, unless nothing is timed. */
    void times(LatencyHistogram.@Nullable Counts times) {
      if (times != null) {
        SortedMap<Double, Double> quantiles = new TreeMap<>();
        for (double share : QUANTILES) {
          quantiles.put(share, times.quantileNanos(share) / 1e9);
        }
        SortedMap<Double, Long> buckets = new TreeMap<>();
        long[] counts = times.upTo(BUCKETS);
        for (int i = 0; i < counts.length; i++) {
          buckets.put(BUCKETS[i] / 1e9, counts[i]);
        }
        Metric.Distribution spread =
            new Metric.Distribution(
                times.total(), times.sumNanos() / 1e9, times.maxNanos() / 1e9, quantiles, buckets);
        add(Kind.HISTOGRAM, Unit.SECONDS, List.of(), spread);
      }
    }

    private void add(
        Kind kind, Unit unit, List<Sample> samples, Metric.@Nullable Distribution spread) {
      metrics.put(name, new Metric(name, kind, unit, meaning, samples, spread));
    }
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
    return view.memTables().stream().mapToLong(table -> table.memoryTaken()).sum();
  }
}
