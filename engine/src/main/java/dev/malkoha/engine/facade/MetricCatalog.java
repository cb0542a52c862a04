package dev.malkoha.engine.facade;

import dev.malkoha.engine.Metric;
import dev.malkoha.engine.Metric.Kind;
import dev.malkoha.engine.Metric.Sample;
import dev.malkoha.engine.Metric.Unit;
import dev.malkoha.engine.events.WaitCause;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.observe.LatencyHistogram;
import dev.malkoha.engine.observe.Operation;
import dev.malkoha.engine.observe.SpanKind;
import dev.malkoha.engine.store.StoreFigures;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which metrics there are, what they mean, and where their values come from. */
public final class MetricCatalog {

  private static final double[] QUANTILES = {0.5, 0.9, 0.99, 0.999};

  /** In nanoseconds: from a microsecond to ten seconds, three to a power of ten. */
  private static final List<Long> BUCKETS = buckets();

  /** Those that events tell. */
  private static final Set<WaitCause> STALLS =
      EnumSet.range(WaitCause.MEMTABLES, WaitCause.DISK_SPACE);

  private static List<Long> buckets() {
    List<Long> buckets = new ArrayList<>();
    for (long power = 1_000; power < 10_000_000_000L; power *= 10) {
      buckets.addAll(List.of(power, 5 * power / 2, 5 * power));
    }
    buckets.add(10_000_000_000L);
    return List.copyOf(buckets);
  }

  /** A metric without a value. */
  public record Definition(
      String name,
      Kind kind,
      Unit unit,
      String description,
      Function<StoreFigures, List<Sample>> samples,
      @Nullable Function<StoreFigures, LatencyHistogram.@Nullable Counts> times) {

    /** The metric as it is; empty samples and no distribution where nothing is measured. */
    Metric of(StoreFigures figures) {
      return new Metric(
          name, kind, unit, description, samples.apply(figures), distribution(figures));
    }

    private Metric.@Nullable Distribution distribution(StoreFigures figures) {
      LatencyHistogram.Counts seen = times == null ? null : times.apply(figures);
      return seen == null ? null : MetricCatalog.distribution(seen);
    }
  }

  /** Those of keyspaces: of several they are added up. */
  static final List<Definition> OF_KEYSPACES =
      List.of(
          counted("gets", "Look-ups of a key", Count.GETS),
          counted("scans", "Ways to the first entry, the last one, or a key", Count.SCANS),
          counted("puts", "Puts of a key", Count.PUTS),
          counted("deletes", "Deletes of a key", Count.DELETES),
          counted("deletes.of.ranges", "Deletes of a range", Count.RANGE_DELETES),
          counted(
              "conflicts",
              "Transactions and changes of a key that others were in the way of",
              Count.CONFLICTS),
          counted("retries", "Transactions and changes of a key that began again", Count.RETRIES),
          counted("filter.probes", "Table filters asked by gets", Count.FILTER_PROBES),
          counted("filter.negatives", "Filters that said: absent", Count.FILTER_NEGATIVES),
          counted(
              "filter.false.positives",
              "Filters that said: maybe, where the table had no entry of the key",
              Count.FILTER_FALSE_POSITIVES),
          counted(
              "filter.prefix.negatives",
              "Tables that scans left out, for nothing in them has the prefix that is sought",
              Count.PREFIX_NEGATIVES),
          gauge(
              "filter.false.positive.rate",
              "The share of gets of absent keys for which some filter is expected to say: maybe",
              f -> f.falsePositiveRate),
          bytes("filter.size", "What all filters take in memory", f -> f.filterBytes),
          bytes(
              "index.size",
              "What all indexes take in memory, and the vectors of dead entries",
              f -> f.indexBytes),
          gauge("filter.keys", "Keys that all filters hold, and prefixes", f -> f.filterKeys),
          counted("filter.removals", "Fingerprints that filters let go of", Count.FILTER_REMOVALS),
          gauge("table.entries", "Entries of all tables, dead ones included", f -> f.entries),
          gauge(
              "table.dead.entries",
              "Entries of all tables that are marked dead",
              f -> f.deadEntries),
          gauge(
              "table.deletes", "Deletes of all tables that are not marked dead", f -> f.tombstones),
          gauge("range.deletes", "Range deletes in force", f -> f.rangeDeletes),
          byLevel("level.tables", Unit.NONE, "Tables", f -> level -> f.tablesPerLevel[level]),
          byLevel("level.size", Unit.BYTES, "Table files", f -> level -> f.bytesPerLevel[level]),
          gauge(
              "value.files",
              "Value files, which hold values apart from their keys",
              f -> f.valueFiles),
          bytes("value.files.size", "Value files", f -> f.valueFileBytes),
          bytes(
              "value.files.live",
              "Bytes of value files that tables point to",
              f -> f.valueLiveBytes),
          bytes("memtable.size", "What memtables take in memory", f -> f.memTableBytes),
          gauge("memtables.waiting", "Memtables that wait to be flushed", f -> f.frozenMemTables),
          countedBytes("user.written", "Batches that users wrote", Count.BYTES_WRITTEN),
          countedBytes(
              "flush.written", "Tables and value files that flushes wrote", Count.BYTES_FLUSHED),
          countedBytes(
              "compaction.written",
              "Tables and value files that compactions wrote",
              Count.BYTES_COMPACTED),
          countedBytes("sidecar.written", "Sidecars, which say what is dead", Count.SIDECAR_BYTES),
          counted("deletes.elided", "Deletes that are gone for good", Count.DELETES_ELIDED),
          counted(
              "applier.block.reads",
              "Data blocks that the delete applier read from files",
              Count.APPLIER_BLOCK_READS),
          counted(
              "garbage.rewrites",
              "Tables rewritten alone, or dropped, for what is dead in them",
              Count.GARBAGE_REWRITES),
          gauge("keyspaces", "Keyspaces that the other figures are of", f -> f.keyspaces),
          one(
              "writers.paused.time",
              Kind.COUNTER,
              Unit.SECONDS,
              "Time that writers were paused because compactions were behind",
              f -> f.pausedNanos / 1e9));

  private static final List<Definition> OF_THE_STORE =
      List.of(
          counter("block.reads", "Data blocks read from files", f -> f.blockReads),
          counter(
              "block.cache.hits", "Data blocks found in the block cache", f -> f.blockCacheHits),
          bytes("block.cache", "What the block cache holds", f -> f.blockCacheBytes),
          counter(
              "dead.blocks.skipped",
              "Data blocks not read since nothing in them is alive",
              f -> f.deadBlocksSkipped),
          bytes(
              "memory.max",
              "What block cache, memtables, filters and indexes may take in memory, of all stores"
                  + " that share them",
              f -> f.memoryBytesMax),
          bytes("memory.heap", "The largest that the heap can be", f -> f.heapBytes),
          runs("flush.runs", "Flushes", SpanKind.FLUSH),
          time("flush.time", "Time in flushes", SpanKind.FLUSH),
          runs("compaction.runs", "Compactions, moves and drops of tables", SpanKind.COMPACTION),
          time("compaction.time", "Time in compactions", SpanKind.COMPACTION),
          runs("applier.runs", "Runs of the delete applier", SpanKind.DELETES),
          time("applier.time", "Time in runs of the delete applier", SpanKind.DELETES),
          runs("checkpoint.runs", "Checkpoints taken", SpanKind.CHECKPOINT),
          runs("log.force.runs", "Forces of the log", SpanKind.FORCE),
          time("log.force.time", "Time in forces of the log", SpanKind.FORCE),
          one(
              "log.forced",
              Kind.COUNTER,
              Unit.BYTES,
              "Log made durable",
              f -> f.observed.forcedBytes()),
          byCause(
              "stall.runs",
              Unit.NONE,
              "Times a writer was made to wait",
              LatencyHistogram.Counts::total),
          byCause(
              "stall.time", Unit.SECONDS, "Time writers waited", times -> times.sumNanos() / 1e9),
          waits(
              "wait.throttle.time",
              "slowed down for compactions",
              WaitCause.LEVEL0,
              WaitCause.DEBT),
          waits("wait.memtables.time", "for memtables to be flushed", WaitCause.MEMTABLES),
          waits("wait.memory.time", "for memory for memtables", WaitCause.MEMORY),
          waits("wait.log.time", "for the next segment of the log", WaitCause.LOG),
          waits("wait.lock.time", "for others that write", WaitCause.LOCK),
          waits("wait.force.time", "for the log to be durable", WaitCause.FORCE),
          waits(
              "wait.other.time",
              "for ingestions and disk space",
              WaitCause.INGESTION,
              WaitCause.DISK_SPACE),
          gauge("writers.waiting", "Writers that wait at the moment", f -> f.observed.waiting()),
          gauge("snapshots.open", "Moments that open snapshots hold", f -> f.openSnapshots),
          gauge(
              "sealed",
              "Whether a failure has ended writing: 1 if so, else 0",
              f -> f.observed.sealed() ? 1 : 0),
          gauge(
              "files.damaged",
              "Files that background work has found damaged and leaves alone",
              f -> f.observed.damagedFiles()),
          histogram("get.time", "Times of look-ups, of one in 64", Operation.GET),
          histogram("put.time", "Times of writes, of one in 64", Operation.PUT),
          histogram("scan.time", "Times of seeks, of one in 64", Operation.SCAN));

  /** All of them, in the order in which they are shown. */
  public static final List<Definition> ALL =
      Stream.concat(OF_KEYSPACES.stream(), OF_THE_STORE.stream()).toList();

  /** The same, by name. */
  static final Map<String, Definition> BY_NAME =
      ALL.stream().collect(Collectors.toUnmodifiableMap(Definition::name, metric -> metric));

  private MetricCatalog() {}

  private static Definition one(
      String name, Kind kind, Unit unit, String description, ToDoubleFunction<StoreFigures> value) {
    return new Definition(
        name,
        kind,
        unit,
        description,
        figures -> List.of(new Sample(Map.of(), value.applyAsDouble(figures))),
        null);
  }

  private static Definition counter(
      String name, String description, ToDoubleFunction<StoreFigures> value) {
    return one(name, Kind.COUNTER, Unit.NONE, description, value);
  }

  private static Definition counted(String name, String description, Count what) {
    return counter(name, description, figures -> figures.of(what));
  }

  private static Definition countedBytes(String name, String description, Count what) {
    return one(name, Kind.COUNTER, Unit.BYTES, description, figures -> figures.of(what));
  }

  private static Definition gauge(
      String name, String description, ToDoubleFunction<StoreFigures> value) {
    return one(name, Kind.GAUGE, Unit.NONE, description, value);
  }

  private static Definition bytes(
      String name, String description, ToDoubleFunction<StoreFigures> value) {
    return one(name, Kind.GAUGE, Unit.BYTES, description, value);
  }

  private static Definition runs(String name, String description, SpanKind kind) {
    return counter(name, description, figures -> (double) figures.observed.of(kind).times());
  }

  private static Definition time(String name, String description, SpanKind kind) {
    return one(
        name,
        Kind.COUNTER,
        Unit.SECONDS,
        description,
        figures -> figures.observed.of(kind).seconds());
  }

  private static Definition byLevel(
      String name,
      Unit unit,
      String description,
      Function<StoreFigures, IntToDoubleFunction> value) {
    Function<StoreFigures, List<Sample>> samples =
        figures ->
            IntStream.range(0, figures.tablesPerLevel.length)
                .mapToObj(
                    level ->
                        new Sample(
                            Map.of("level", String.valueOf(level)),
                            value.apply(figures).applyAsDouble(level)))
                .toList();
    return new Definition(name, Kind.GAUGE, unit, description + " of a level", samples, null);
  }

  private static Definition byCause(
      String name, Unit unit, String description, ToDoubleFunction<LatencyHistogram.Counts> value) {
    Function<StoreFigures, List<Sample>> samples =
        figures -> {
          List<Sample> all = new ArrayList<>();
          for (WaitCause cause : STALLS) {
            Map<String, String> label = Map.of("cause", cause.name().toLowerCase(Locale.ROOT));
            all.add(new Sample(label, value.applyAsDouble(figures.observed.of(Set.of(cause)))));
          }
          return all;
        };
    return new Definition(name, Kind.COUNTER, unit, description + ", by cause", samples, null);
  }

  private static Definition histogram(String name, String description, Operation operation) {
    return times(name, description, figures -> figures.observed.operations().get(operation));
  }

  private static Definition waits(String name, String what, WaitCause... causes) {
    return times(
        name, "Times that writers waited " + what, figures -> figures.observed.of(List.of(causes)));
  }

  private static Definition times(
      String name,
      String description,
      Function<StoreFigures, LatencyHistogram.@Nullable Counts> times) {
    return new Definition(
        name, Kind.HISTOGRAM, Unit.SECONDS, description, figures -> List.of(), times);
  }

  private static Metric.Distribution distribution(LatencyHistogram.Counts times) {
    SortedMap<Double, Double> quantiles = new TreeMap<>();
    for (double share : QUANTILES) {
      quantiles.put(share, times.quantileNanos(share) / 1e9);
    }
    SortedMap<Double, Long> buckets = new TreeMap<>();
    for (long bound : BUCKETS) {
      buckets.put(bound / 1e9, times.upTo(bound));
    }
    return new Metric.Distribution(
        times.total(), times.sumNanos() / 1e9, times.maxNanos() / 1e9, quantiles, buckets);
  }
}
