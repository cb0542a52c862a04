package dev.malkoha.bench.workload;

/** The subject of several workloads. */
public enum Topic {
  /** Puts and bulk loads. */
  WRITES("How long does a write take?"),
  /** Gets, seeks and scans. */
  READS("How long does a read take?"),
  /** Deletes, and reads after them. */
  DELETES("How long do deletes take, and reads after them?"),
  /** A queue in key order. */
  QUEUES("How long does a queue's entry take?"),
  /** YCSB's workloads. */
  RECORDS("How long does an operation of YCSB take?"),
  /** Scans of a prefix. */
  PREFIXES("How long does a prefix take?"),
  /** Values of several sizes. */
  VALUES("How long do larger values take?"),
  /** Changes of values that are not read before. */
  MERGES("How long does a merge take, and a read after it?"),
  /** Entries that expire. */
  AGE("How long do entries take that expire?"),
  /** Stores that are opened. */
  OPENINGS("How long does an opening take?");

  private final String title;

  Topic(String title) {
    this.title = title;
  }

  /** The question that they answer. */
  public String title() {
    return title;
  }
}
