package dev.malkoha.engine;

import dev.malkoha.engine.store.StoreFigures;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What a store has done since it was opened, and what it holds, at one moment. Immutable.
 *
 * <p>{@link #metrics} has all of it by name, and more; from these {@link #toString} makes a table
 * for people, and {@link #toJson} and {@link #toPrometheus} text for programs.
 */
public final class DbStats {

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

  /**
   * Tables that scans of one prefix have left out since their filter said that nothing alive in
   * them has it: see {@link DbOptions.Builder#prefixFilter}.
   */
  public long prefixNegatives() {
    return figures.prefixNegatives;
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

  /**
   * Fingerprints that filters have let go of, each after its key was found in the table: of keys,
   * and of prefixes under which no key was left.
   */
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

  /** The number of value files, which values lie in that are kept apart from their keys. */
  public int valueFiles() {
    return (int) figures.valueFiles;
  }

  /** Bytes of all value files. */
  public long valueFileBytes() {
    return figures.valueFileBytes;
  }

  /**
   * Bytes of value files that entries of tables point to; the others are dead, and come back when
   * they are most of a file. An entry that was overwritten counts until a compaction drops it.
   */
  public long valueFileLiveBytes() {
    return figures.valueLiveBytes;
  }

  /**
   * All figures, each with its name, kind, unit and meaning: those above and others. Counts and
   * times of gets, writes and scans are among them if {@link DbOptions.Builder#latencies} is on.
   * Forces, stalls, background work and times are those of the whole store, also where the rest is
   * of one keyspace.
   */
  public List<Metric> metrics() {
    return MetricCatalog.ALL.stream()
        .map(definition -> definition.of(figures))
        .filter(metric -> !metric.samples().isEmpty() || metric.distribution() != null)
        .toList();
  }

  /**
   * One of the {@link #metrics}.
   *
   * @throws IllegalArgumentException if there is none of this name, or it is not measured
   */
  public Metric metric(String name) {
    return metrics().stream()
        .filter(metric -> metric.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no metric "
                        + name
                        + "; gets, puts, scans and their times are measured with latencies(true)"));
  }

  /** The metrics as a JSON object: {@code {"metrics": [...]}}. */
  public String toJson() {
    return MetricJson.of(metrics());
  }

  /** The metrics in the text format of Prometheus. */
  public String toPrometheus() {
    return toPrometheus(Map.of());
  }

  /**
   * The metrics in the text format of Prometheus.
   *
   * @param labels that every value gets, as to tell one store of a process from others
   * @throws IllegalArgumentException if the name of a label is none for Prometheus
   */
  public String toPrometheus(Map<String, String> labels) {
    return PrometheusText.of(metrics(), labels);
  }

  /** The metrics as a table for people. */
  @Override
  public String toString() {
    return MetricTable.of(metrics());
  }
}
