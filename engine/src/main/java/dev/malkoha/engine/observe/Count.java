package dev.malkoha.engine.observe;

/**
 * What is counted of a keyspace. Counts of readers, of background work and of writers stand apart,
 * for neighbours may share a cache line.
 */
public enum Count {
  /** Look-ups of a key. */
  GETS,
  /** Moves of walks to an end of their range, or to a key. */
  SCANS,
  /** Filters asked. */
  FILTER_PROBES,
  /** Filters that said "absent". */
  FILTER_NEGATIVES,
  /** Filters that said "maybe" where the table had nothing for the reader. */
  FILTER_FALSE_POSITIVES,
  /** Tables that scans left out, as their filters said "absent" of the prefix. */
  PREFIX_NEGATIVES,

  /** Bytes of tables that flushes wrote. */
  BYTES_FLUSHED,
  /** Bytes of tables that compactions wrote. */
  BYTES_COMPACTED,
  /** Deletes that needed no place in any table any more. */
  DELETES_ELIDED,
  /** Fingerprints that filters have let go of. */
  FILTER_REMOVALS,
  /** Blocks that the applier has read from files. */
  APPLIER_BLOCK_READS,
  /** Bytes of sidecars. */
  SIDECAR_BYTES,
  /** Tables rewritten, or dropped, for their dead entries. */
  GARBAGE_REWRITES,

  /** Bytes of batches that users wrote. */
  BYTES_WRITTEN,
  PUTS,
  DELETES,
  RANGE_DELETES,
  /** Writes that were refused as others had changed what they rest on. */
  CONFLICTS,
  /** Changes of a key, and transactions, that began again. */
  RETRIES
}
