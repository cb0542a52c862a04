package dev.malkoha.engine;

import module java.base;

/**
 * The figures of a store at one moment: what it has done since it was opened, and what it holds.
 * Immutable.
 *
 * <p>{@link #metrics} has all of it by name, and more; from these {@code toString} makes a summary
 * of at most 60 lines for people, and {@link #toJson} and {@link #toPrometheus} text for programs.
 *
 * <p>Applications may mock this interface, but not implement it: methods will be added.
 */
public interface DbStats {

  /** Returns how many entries all tables have, deletes and overwritten ones included. */
  default long entries() {
    return count("table.entries");
  }

  /** Returns the bytes that memtables, written to and waiting to be flushed, take in memory. */
  default long memTableBytes() {
    return count("memtable.size");
  }

  /** Returns the bytes of all table files. */
  default long tableBytes() {
    return count("level.size");
  }

  /** Returns the number of tables of each level, youngest level first. */
  default int[] tablesPerLevel() {
    return metric("level.tables").samples().stream()
        .mapToInt(tables -> (int) tables.value())
        .toArray();
  }

  /**
   * Returns the value of a metric as a whole number; of one with labels, the sum of its values.
   *
   * @throws IllegalArgumentException as {@link #metric} does
   */
  default long count(String metric) {
    return (long) metric(metric).samples().stream().mapToDouble(Metric.Sample::value).sum();
  }

  /**
   * All figures, each with its name, kind, unit and meaning: those above and others. Times of gets,
   * scans and writes are among them if {@link DbOptions.Builder#recordLatencies} is on.
   */
  List<Metric> metrics();

  /**
   * Returns the {@link #metrics} that keyspaces have of their own. The others are of the whole
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
}
