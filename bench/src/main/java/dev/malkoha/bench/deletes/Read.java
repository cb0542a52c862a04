package dev.malkoha.bench.deletes;

import java.util.List;

/** A kind of read from a store. */
public enum Read {
  /** Gets of what was deleted. */
  DELETED("deleted", "get, deleted"),
  /** Gets of what is left. */
  REMAINING("remaining", "get, remaining"),
  /** Gets of what was never there. */
  MISSES("misses", "get, never there"),
  /** New cursors that seek the first key of the longest deleted run. */
  SEEK("seek", "seek into run"),
  /** Everything that is left, in order. */
  SCAN("scan", "scan, live entry");

  private final String label;
  private final String title;

  Read(String label, String title) {
    this.label = label;
    this.title = title;
  }

  /** The name in files. */
  public String label() {
    return label;
  }

  /** The name in tables. */
  public String title() {
    return title;
  }

  /** The reads of a state: before the deletes, nothing is deleted and nothing is left. */
  static List<Read> in(Phase phase) {
    return phase == Phase.FULL ? List.of(MISSES, SEEK, SCAN) : List.of(values());
  }
}
