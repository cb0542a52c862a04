package dev.malkoha.engine.observe;

import dev.malkoha.engine.Metric.Unit;

/**
 * A figure that is counted for each keyspace, and its metric. Counts of readers, of background work
 * and of writers stand apart, for neighbours may share a cache line.
 */
public enum Count {
  GETS("gets", "Look-ups of a key"),
  SCANS("scans", "Ways to the first entry, the last one, or a key"),
  FILTER_PROBES("filter.probes", "Table filters asked by gets"),
  FILTER_NEGATIVES("filter.negatives", "Filters that said: absent"),
  FILTER_FALSE_POSITIVES(
      "filter.false.positives",
      "Filters that said: maybe, where the table had no entry of the key"),
  PREFIX_NEGATIVES(
      "filter.prefix.negatives",
      "Tables that scans left out, for nothing in them has the prefix that is sought"),

  BYTES_FLUSHED("flush.written", Unit.BYTES, "Tables and value files that flushes wrote"),
  BYTES_COMPACTED(
      "compaction.written", Unit.BYTES, "Tables and value files that compactions wrote"),
  DELETES_ELIDED(
      "deletes.elided", "Deletes that are gone for good, with those that expired entries became"),
  FILTER_REMOVALS("filter.removals", "Fingerprints that filters let go of"),
  APPLIER_BLOCK_READS("applier.block.reads", "Data blocks that the delete applier read from files"),
  SIDECAR_BYTES("sidecar.written", Unit.BYTES, "Sidecars, which say what is dead"),
  GARBAGE_REWRITES(
      "garbage.rewrites", "Tables rewritten alone, or dropped, for what is dead in them"),

  BYTES_WRITTEN("user.written", Unit.BYTES, "Batches that users wrote"),
  PUTS("puts", "Puts of a key"),
  DELETES("deletes", "Deletes of a key"),
  RANGE_DELETES("deletes.of.ranges", "Deletes of a range"),
  MERGES("merges", "Operands merged into a key"),
  CONFLICTS("conflicts", "Transactions and changes of a key that others were in the way of"),
  RETRIES("retries", "Transactions and changes of a key that began again");

  /** The metric's name. */
  public final String metric;

  public final Unit unit;

  /** The metric's description. */
  public final String meaning;

  Count(String metric, String meaning) {
    this(metric, Unit.NONE, meaning);
  }

  Count(String metric, Unit unit, String meaning) {
    this.metric = metric;
    this.unit = unit;
    this.meaning = meaning;
  }
}
