package dev.malkoha.engine;

import dev.malkoha.engine.facade.StoreStats;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * What a store has done since it was opened, and what it holds, at one moment. Immutable.
 *
 * <p>{@link #metrics} has all of it by name, and more; from these {@code toString} makes a summary
 * of at most 40 lines for people, and {@link #toJson} and {@link #toPrometheus} text for programs.
 */
public sealed interface DbStats permits StoreStats {

  /** Data blocks read from files. */
  default long blockReads() {
    return count("block.reads");
  }

  /** Data blocks found in the block cache. */
  default long blockCacheHits() {
    return count("block.cache.hits");
  }

  /** Bytes the block cache holds. */
  default long blockCacheBytes() {
    return count("block.cache");
  }

  /** Table filters asked by gets. */
  default long filterProbes() {
    return count("filter.probes");
  }

  /** Filters that said "absent", so that no block was looked for. */
  default long filterNegatives() {
    return count("filter.negatives");
  }

  /** Filters that said "maybe" where the table then had no entry of the key. */
  default long filterFalsePositives() {
    return count("filter.false.positives");
  }

  /**
   * Tables that scans of one prefix have left out since their filter said that nothing alive in
   * them has it: see {@link KeyspaceOptions.Builder#prefixFilter}.
   */
  default long prefixNegatives() {
    return count("filter.prefix.negatives");
  }

  /** Bytes of all filters, headers and padding included; all are in memory. */
  default long filterBytes() {
    return count("filter.size");
  }

  /** Bits of filter for each key held by a filter, over all tables; 0 without tables. */
  default double filterBitsPerKey() {
    long keys = count("filter.keys");
    return keys == 0 ? 0 : 8.0 * filterBytes() / keys;
  }

  /** Bytes of batches that users wrote. */
  default long bytesWritten() {
    return count("user.written");
  }

  /** Bytes of tables that flushes wrote. */
  default long bytesFlushed() {
    return count("flush.written");
  }

  /** Bytes of tables that compactions wrote. */
  default long bytesCompacted() {
    return count("compaction.written");
  }

  /** Nanoseconds that writers were paused because compactions were behind. */
  default long writersPausedNanos() {
    return Math.round(metric("writers.paused.time").value() * 1e9);
  }

  /** Bytes that the memtables, written to and waiting to be flushed, take in memory. */
  default long memTableBytes() {
    return count("memtable.size");
  }

  /** Entries of all tables, deletes and overwritten ones included. */
  default long entries() {
    return count("table.entries");
  }

  /**
   * Entries of all tables that are marked dead: deletes that were applied, and what they covered.
   * They go with the next rewriting of their tables.
   */
  default long deadEntries() {
    return count("table.dead.entries");
  }

  /**
   * Deletes that are gone for good: dropped by a flush or a compaction because nothing older could
   * be left, or applied to all that they covered.
   */
  default long tombstonesElided() {
    return count("deletes.elided");
  }

  /**
   * Fingerprints that filters have let go of, each after its key was found in the table: of keys,
   * and of prefixes under which no key was left.
   */
  default long filterRemovals() {
    return count("filter.removals");
  }

  /**
   * Data blocks that the delete applier has read from files; {@link #blockReads} counts them too.
   */
  default long applierBlockReads() {
    return count("applier.block.reads");
  }

  /** Data blocks that gets and cursors did not read since nothing in them is alive. */
  default long deadBlocksSkipped() {
    return count("dead.blocks.skipped");
  }

  /** Tables that were rewritten alone, or dropped, for their dead entries. */
  default long garbageRewrites() {
    return count("garbage.rewrites");
  }

  /** Bytes of sidecars, which say what is dead, written so far. */
  default long sidecarBytesWritten() {
    return count("sidecar.written");
  }

  /**
   * The share of gets of absent keys, from 0 to 1, for which a filter is expected to say "maybe",
   * as the filters are now. It falls as deletes take fingerprints out of them.
   */
  default double falsePositiveRate() {
    return metric("filter.false.positive.rate").value();
  }

  /** Deletes among the entries of all tables that are not dead yet. */
  default long tombstones() {
    return count("table.deletes");
  }

  /** Range deletes in force: in memory, or over tables that may still hold something they cover. */
  default long rangeDeletes() {
    return count("range.deletes");
  }

  /** The number of tables of each level, youngest level first. */
  default int[] tablesPerLevel() {
    return byLevel("level.tables").mapToInt(tables -> (int) tables).toArray();
  }

  /** The bytes of the table files of each level, youngest level first. */
  default long[] bytesPerLevel() {
    return byLevel("level.size").mapToLong(bytes -> (long) bytes).toArray();
  }

  /** Bytes of all table files. */
  default long tableBytes() {
    return Arrays.stream(bytesPerLevel()).sum();
  }

  /** The number of value files, which values lie in that are kept apart from their keys. */
  default int valueFiles() {
    return (int) count("value.files");
  }

  /** Bytes of all value files. */
  default long valueFileBytes() {
    return count("value.files.size");
  }

  /**
   * Bytes of value files that entries of tables point to; the others are dead, and come back when
   * they are most of a file. An entry that was overwritten counts until a compaction drops it.
   */
  default long valueFileLiveBytes() {
    return count("value.files.live");
  }

  /**
   * All figures, each with its name, kind, unit and meaning: those above and others. Counts of gets
   * and scans, and times of these and of writes, are among them if {@link
   * DbOptions.Builder#recordLatencies} is on.
   */
  List<Metric> metrics();

  /**
   * Those of the {@link #metrics} that keyspaces have of their own. The others are of the whole
   * store, also where these are of one keyspace: the block cache, the log, stalls, times, and runs
   * of background work.
   */
  List<Metric> keyspaceMetrics();

  /**
   * One of the {@link #metrics}.
   *
   * @throws IllegalArgumentException if there is none of this name, or it is not measured
   */
  Metric metric(String name);

  /** The metrics as a JSON object: {@code {"metrics": [...]}}. */
  String toJson();

  /** The metrics in the text format of Prometheus. */
  default String toPrometheus() {
    return toPrometheus(Map.of());
  }

  /**
   * The metrics in the text format of Prometheus.
   *
   * @param labels that every value gets, as to tell one store of a process from others
   * @throws IllegalArgumentException if the name of a label is none for Prometheus
   */
  String toPrometheus(Map<String, String> labels);

  private long count(String metric) {
    return (long) metric(metric).value();
  }

  private DoubleStream byLevel(String metric) {
    return metric(metric).samples().stream().mapToDouble(Metric.Sample::value);
  }
}
